uniform struct p3d_LightSourceParameters { vec4 color; vec4 position; vec3 spotDirection; sampler2DShadow shadowMap;
  mat4 shadowViewMatrix; } p3d_LightSource[1];
in vec3 p; in vec3 normal; in vec4 paint; in vec2 uv; in vec4 in_shadow; out vec4 result;

vec3 lit(vec3 n, vec3 v, vec3 l, vec3 colour, vec3 dull, vec3 shine, float a) {
  float nl = dot(n, l);
  if (nl <= 0.0) return vec3(0.0);
  vec3 h = normalize(l + v);
  float nh = max(dot(n, h), 0.0), nv = max(dot(n, v), 0.05), vh = max(dot(v, h), 0.0);
  float d = nh * nh * (a * a - 1.0) + 1.0, k = a * 0.5 + 0.1;
  float spread = a * a / (d * d + 1e-5) / ((nl * (1.0 - k) + k) * (nv * (1.0 - k) + k) * 4.0);
  return (dull + spread * (shine + (1.0 - shine) * pow(1.0 - vh, 5.0))) * colour * nl;
}
vec3 film(vec3 x) { return clamp(x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14), 0.0, 1.0); }

void main() {
  vec3 n = normalize(normal), v = normalize(eye - p), own = paint.rgb * p3d_ColorScale.rgb;
  float open = paint.a, rough = surface.x;
  if (open < 0.004) { result = vec4(pow(film(own * 1.6), vec3(1.0 / 2.2)), p3d_ColorScale.a); return; }
  if (surface.z > 0.5) {
    vec4 t = texture(picture, uv);
    own *= t.rgb * t.rgb * 0.72; rough = clamp(rough * (0.5 + t.a), 0.08, 1.0);
    vec3 b = texture(bumps, uv).xyz * 2.0 - 1.0;
    vec3 px = dFdx(p), py = dFdy(p), cx = cross(n, px), cy = cross(py, n);
    vec2 ux = dFdx(uv), uy = dFdy(uv);
    vec3 t1 = cy * ux.x + cx * uy.x, t2 = cy * ux.y + cx * uy.y;
    float size = inversesqrt(max(max(dot(t1, t1), dot(t2, t2)), 1e-12));
    n = normalize(t1 * size * b.x + t2 * size * b.y + n * b.z);
  }
  float a = max(rough * rough, 0.02), sun = 1.0;
  if (surface.w > 0.5) {
    float s = texture(shade_map, p.xy * area.xy + area.zw).r;
    open *= s * s; own *= mix(1.0, s, 0.45);
  }
  vec3 shine = mix(vec3(0.04), own, surface.y), dull = own * (1.0 - surface.y);
  vec3 q = in_shadow.xyz / in_shadow.w;
  if (all(greaterThan(q, vec3(0.0))) && all(lessThan(q, vec3(1.0)))) {
    vec2 px = 1.2 / vec2(textureSize(p3d_LightSource[0].shadowMap, 0));
    sun = 0.0;
    for (int i = -TAPS; i <= TAPS; i++) for (int j = -TAPS; j <= TAPS; j++)
      sun += texture(p3d_LightSource[0].shadowMap, vec3(q.xy + vec2(i, j) * px, q.z - 0.0015));
    sun /= float((2 * TAPS + 1) * (2 * TAPS + 1));
  }
  vec3 c = lit(n, v, key_from, key_colour * sun, dull, shine, a) * mix(1.0, open, 0.35);
  for (int i = 0; i < LAMPS; i++) {
    vec3 to = lamp_at[i].xyz - p; float d2 = dot(to, to), r = lamp_at[i].w;
    float fade = clamp(1.0 - d2 / (r * r), 0.0, 1.0);
    if (fade > 0.0)
      c += lit(n, v, to * inversesqrt(d2), lamp_colour[i].rgb * 1.1 * (fade * fade / (d2 + 0.25)), dull, shine, a) * mix(1.0, open, 0.6);
  }
  vec3 around = mix(below, sky, n.z * 0.5 + 0.5);
  float rim = pow(1.0 - max(dot(n, v), 0.0), 4.0);
  c += (dull * around + (shine + rim * (1.0 - rough) * 0.6) * around * 1.4) * open + rim * sky * 1.65 * open * dull;
  float haze = 1.0 - exp(-0.012 * max(length(eye - p) - 10.0, 0.0));
  c = mix(c, vec3(0.010, 0.013, 0.019), haze);
  result = vec4(pow(film(c * exposure), vec3(1.0 / 2.2)), p3d_ColorScale.a);
}
