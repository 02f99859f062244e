import { z } from 'zod';
import { read, write } from '../call.ts';
import { PLAYER_IDENTIFIER } from '../enumerations.ts';
import { hexId, moment, personName } from '../fields.ts';
import { SEARCH_TEXT } from '../players/limits.ts';
import { GLOBAL_RESULTS_MAX } from './limits.ts';

/** What is typed to find somebody. */
const sought = z.string().min(SEARCH_TEXT.min).max(SEARCH_TEXT.max);

/** Persons of one page at most who are found by a name. */
export const SEARCH_PAGE_MAX = 100;
/** And so many who are found by an id, before them. */
export const EXACT_MAX = 100;

/** By what somebody was found. */
export const FOUND_BY = ['name', 'muster_id', 'account', ...PLAYER_IDENTIFIER] as const;

export const playerSearch = read({
  name: 'player-search',
  path: '/app/v1/search',
  summary:
    'People by what somebody types: a name as it looks, a Muster id, a SteamID64, a GUID, a Bohemia id, the beginning of an address, an account. Only whom a server or a ban list that the account may see has seen or names.',
  query: z.object({
    text: sought,
    /** What the page before answered as `next`. */
    after: z
      .string()
      .regex(/^[01]\.\d{1,16}\.[0-9a-f]{24}$/)
      .optional(),
    limit: z.coerce.number().int().min(1).max(SEARCH_PAGE_MAX).default(25),
  }),
  answer: z.object({
    people: z
      .array(
        z.object({
          muster_id: hexId,
          /** As they were called last. */
          name: personName,
          found: z.object({ by: z.enum(FOUND_BY), value: personName }),
          /** null: an account that was on no server that may be seen. */
          last_seen: moment.nullable(),
          /** Where they are now; null: nowhere that may be seen. */
          here: hexId.nullable(),
          /** On how many servers that may be seen they were. */
          servers: z.int().min(0),
        }),
      )
      .max(SEARCH_PAGE_MAX + EXACT_MAX),
    /** null: that is everybody. */
    next: z.string().nullable(),
  }),
  access: 'signed-in',
  gate: 'player',
  limit: { max: 240, seconds: 60, by: 'account' },
});

/** First specification, section 7. */
export const globalQuery = write({
  name: 'global-query',
  path: '/app/v1/global-query',
  summary: 'People by what somebody types into the search of the top bar.',
  body: { identifier: z.string().max(SEARCH_TEXT.max) },
  answer: z.object({
    /** false: nobody is found by it, or it is nothing to search for. */
    status: z.boolean(),
    results: z
      .array(
        z.object({
          user: z.object({
            muster_id: hexId,
            avatar: z.string().nullable(),
            display_name: personName,
          }),
          /** By what they were found. */
          identifier: personName,
        }),
      )
      .max(GLOBAL_RESULTS_MAX),
  }),
  access: 'signed-in',
  gate: 'player',
  limit: { max: 30, seconds: 60, by: 'account' },
});

/** First specification, sections 2 and 7. */
export const userResolve = read({
  name: 'user-resolve',
  path: '/app/v1/user-resolve',
  summary: 'The one person whom an identifier, an account or a whole name means.',
  query: z.object({ identifier: sought }),
  answer: z.object({ muster_id: hexId }),
  errors: ['not-found'],
  access: 'signed-in',
  gate: 'player',
  limit: { max: 120, seconds: 60, by: 'account' },
});
