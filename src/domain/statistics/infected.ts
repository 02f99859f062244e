/** DayZ writes the infected as the language of its server has it, mods by the name of their class. */
const INFECTED =
  /^(?:zmb|infect|infett|infizier|zainfekowan|zarażon|nakažen|fertőzött|зараж[её]нн|感染者)/iu;

/** Whether what the game calls a cause is one of the infected. */
export function isInfected(cause: string): boolean {
  return INFECTED.test(cause.normalize('NFC'));
}
