/* materials: what the bodies are made of. */
#include "materials.h"

#define ROW(name, ...) { #name, __VA_ARGS__ },
const hz_material hz_materials[HZ_MATERIALS] = { HZ_MATERIAL_TABLE(ROW, ROW) };
