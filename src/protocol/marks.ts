/** What is known of a field beside its schema: what it contains, and whom that is about. */
import type { z } from 'zod';

/**
 * What a text, or a place, can be. `personal`: in what a stream tells it is about somebody, whom `personal` names, and
 * goes with them when they are erased. A recording that is given away has a pseudonym for each.
 */
export const CONTENT = {
  id: 'plain',
  /** `<server_id>:`, or `all:`, and what follows. */
  'server-key': 'plain',
  'server-name': 'plain',
  stream: 'plain',
  'time-zone': 'plain',
  /** ISO 8601 with offset. */
  'local-time': 'plain',
  /** HH:MM. */
  'time-of-day': 'plain',
  /** Of this software, of a game, or of somebody's own for a thing. */
  words: 'plain',
  'person-name': 'personal',
  /** What somebody wrote, or a game said of somebody. */
  'free-text': 'personal',
  chat: 'personal',
  'ip-address': 'personal',
  email: 'personal',
  guid: 'personal',
  'steam-id': 'personal',
  /** On a map. */
  place: 'personal',
} as const satisfies Readonly<Record<string, 'plain' | 'personal'>>;
export type Content = keyof typeof CONTENT;

export interface Marks {
  /** So does all that stands in it and is not marked itself. */
  readonly contains?: Content;
  /**
   * Where the id of the person stands, as paths from the object that the field is in: the first that is there.
   * Empty: it is about nobody who is known.
   */
  readonly about?: readonly string[];
}

const MARKS = new WeakMap<z.core.$ZodType, Marks>();

/** What is known of a field by its schema; nothing where it is not marked. */
export function marksOf(schema: z.core.$ZodType): Marks {
  return MARKS.get(schema) ?? {};
}

/** The schema of a text or a place, with what it contains. */
export function containing<S extends z.ZodType>(contains: Content, schema: S): S {
  return marked(schema, { contains });
}

/** The schema of a field that is erased with a person: left empty, or null where it may be. */
export function personal<S extends z.ZodType>(schema: S, ...about: readonly string[]): S {
  return marked(schema, { about });
}

/** The same schema with marks, where it has none of its own. A copy, since it may stand in other fields as well. */
export function marked<S extends z.ZodType>(schema: S, marks: Marks): S {
  const copy = schema.clone(schema.def);
  MARKS.set(copy, { ...marks, ...marksOf(schema) });
  return copy;
}
