uniform struct p3d_LightSourceParameters { vec4 color; vec4 position; vec3 spotDirection; sampler2DShadow shadowMap;
  mat4 shadowViewMatrix; } p3d_LightSource[1];
in vec4 p3d_Vertex; in vec3 p3d_Normal; in vec4 p3d_Color; in vec2 p3d_MultiTexCoord0;
out vec3 p; out vec3 normal; out vec4 paint; out vec2 uv; out vec4 in_shadow;
void main() {
  gl_Position = p3d_ModelViewProjectionMatrix * p3d_Vertex;
  p = (p3d_ModelMatrix * p3d_Vertex).xyz; normal = mat3(p3d_ModelMatrix) * p3d_Normal;
  paint = p3d_Color; uv = p3d_MultiTexCoord0;
  in_shadow = p3d_LightSource[0].shadowViewMatrix * (p3d_ModelViewMatrix * p3d_Vertex);
}
