/**
 * What a text that the server says by itself may name in braces; the form offers it, and the host fills it in when it
 * is said. What is not known at that moment is said as '?'.
 */
export const VARIABLE = {
  /** The name of the server. */
  server: 'always',
  /** How many are on it. */
  players: 'always',
  /** How many fit. */
  slots: 'always',
  map: 'always',
  /** The time of day by the server's time zone, HH:MM. */
  time: 'always',
  /** When it restarts next, HH:MM by the server's time zone. */
  restart: 'always',
  /** Whole minutes until it restarts next; in a warning, until what it warns of. */
  minutes: 'always',
  /** To whom a private message goes. */
  player: 'private',
} as const satisfies Readonly<Record<string, 'always' | 'private'>>;
export type VariableName = keyof typeof VARIABLE;

/** Where a text is said: what it may name follows from it. */
export type Said = 'public' | 'private';

/** The names that such a text may have in braces. */
export function variablesOf(said: Said): readonly VariableName[] {
  const names = Object.keys(VARIABLE) as VariableName[];
  return names.filter((name) => VARIABLE[name] === 'always' || said === 'private');
}

/** What stands in braces: a name, or what somebody took for one. */
export const IN_BRACES = /\{([^{}]*)\}/g;

/** Whether each name in braces is one that such a text may have. */
export function namesKnown(text: string, said: Said): boolean {
  const known: readonly string[] = variablesOf(said);
  return [...text.matchAll(IN_BRACES)].every(([, name = '']) => known.includes(name));
}
