in vec4 p3d_Vertex; in vec3 p3d_Normal; in vec4 p3d_Color; in vec2 p3d_MultiTexCoord0;
out vec3 light; out vec3 paint; out vec2 uv; out vec2 at; out float glow;
void main() {
  gl_Position = p3d_ModelViewProjectionMatrix * p3d_Vertex;
  vec3 p = (p3d_ModelMatrix * p3d_Vertex).xyz;
  vec3 n = normalize(mat3(p3d_ModelMatrix) * p3d_Normal);
  float open = p3d_Color.a;
  light = key_colour * max(dot(n, key_from), 0.0) * (0.6 + 0.4 * open) + mix(below, sky, n.z * 0.5 + 0.5) * 1.6 * open;
  for (int i = 0; i < LAMPS; i++) {
    vec3 to = lamp_at[i].xyz - p; float d2 = dot(to, to), r = lamp_at[i].w;
    float fade = clamp(1.0 - d2 / (r * r), 0.0, 1.0);
    light += lamp_colour[i].rgb * (fade * fade / (d2 + 0.25) * max(dot(to, n) * inversesqrt(d2 + 1e-6), 0.0)) * (0.45 + 0.55 * open);
  }
  paint = p3d_Color.rgb; uv = p3d_MultiTexCoord0; at = p.xy * area.xy + area.zw; glow = open < 0.004 ? 1.0 : 0.0;
}
