/** What takes room at most: spaces, what tells of direction or joins letters, fillers, and the empty braille sign. */
const UNSEEN =
  /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Surrogate}\u2800]+$/u;

/** Whether a name has nothing that anybody could see or press; an empty one is of somebody who was erased. */
export function isUnseen(name: string): boolean {
  return UNSEEN.test(name);
}
