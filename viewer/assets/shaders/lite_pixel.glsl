in vec3 light; in vec3 paint; in vec2 uv; in vec2 at; in float glow; out vec4 result;
void main() {
  vec3 own = paint;
  if (surface.z > 0.5) { vec3 t = texture(picture, uv).rgb; own *= t * t * 0.72; }
  vec3 l = light;
  if (surface.w > 0.5) { float s = texture(shade_map, at).r; l *= s * (0.25 + 0.75 * s); }
  vec3 c = own * l * exposure;
  c = pow(c / (c + 0.55) * 1.25, vec3(0.56));
  float colourful = max(c.r, max(c.g, c.b)) - min(c.r, min(c.g, c.b));
  c = max(mix(vec3(dot(c, vec3(0.3333))), c, 1.0 + 0.35 * max(1.0 - colourful, 0.0)), vec3(0.0));
  result = vec4(mix(c, paint, glow) * p3d_ColorScale.rgb, p3d_ColorScale.a);
}
