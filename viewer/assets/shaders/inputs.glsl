uniform mat4 p3d_ModelViewProjectionMatrix, p3d_ModelViewMatrix, p3d_ModelMatrix;
uniform vec4 p3d_ColorScale;
uniform vec3 key_from, key_colour, sky, below, eye;
uniform vec4 lamp_at[LAMPS];      // xyz, reach
uniform vec4 lamp_colour[LAMPS];
uniform vec4 area;                // scale and offset from x, y to the shade map
uniform vec4 surface;             // roughness, metal, textured, lies on the floor
uniform float exposure;
uniform sampler2D picture, bumps, shade_map;
