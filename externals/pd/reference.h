/* reference: everything a class declares, as messages at the info outlet.
 *
 * Help patches, the manual and tests are made from it. Each message has the selector `reference`, then a kind, then as
 * many atoms as the kind always has:
 *
 *     reference class     <name> <summary>
 *     reference inlet     <number> <name> <unit> <doc>
 *     reference outlet    <number> <name> <unit> <doc>
 *     reference parameter <prefix> <name> <unit> <default> <min> <max> <most> <flags> <choices> <doc>
 *     reference part      <prefix> <parameter> <name> <unit> <default> <min> <max> <most> <flags> <choices> <doc>
 *     reference verb      <prefix> <name> <needed> <excites> <doc>
 *     reference argument  <prefix> <verb> <name> <unit> <default> <min> <max> <most> <flags> <choices> <doc>
 *     reference preset    <name> <settings>
 *     reference meter     <name> <unit>
 *     reference message   <prefix> <name> <needed> <excites> <doc>
 *     reference end       <name>
 *
 * A dash stands for what is absent: a prefix, a unit, a flag. A row of words has a word as its default, and no min and
 * max. Flags and choices are joined by |. The parts of a tuple follow its parameter, and the arguments of a verb or a
 * message follow it. So many arguments as <needed> says are needed, the others are optional. Where an argument that is
 * left out takes the value of a parameter, the name of the parameter is its <default>. A text is one symbol, so that
 * [print] shows its blanks with backslashes. */
#ifndef HZ_PD_REFERENCE_H
#define HZ_PD_REFERENCE_H

#include "class.h"

/* Sends all of it. `messages` are those that every class has. */
void hz_reference_tell(hz_object *o, const hz_verb_table *messages);

#endif
