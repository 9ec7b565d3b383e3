/* materials: what the bodies are made of. */
#ifndef HZ_MATERIALS_H
#define HZ_MATERIALS_H

typedef struct hz_material {
    const char *name;
    double density; /* kg/m^3 */
    double young;   /* E, N/m^2 */
    double poisson; /* nu */
    double loss;    /* eta: the part of the bending energy lost in a cycle, over 2 pi */
} hz_material;

enum { HZ_MATERIALS = 12 };
extern const hz_material hz_materials[HZ_MATERIALS];

/* The material of this name, or a null pointer. */
const hz_material *hz_material_find(const char *name);

#endif
