import { z } from 'zod';
import { read } from '../call.ts';
import { consoleLine, feedEntry, player } from '../feed/fields.ts';
import { hexId, moment } from '../fields.ts';
import { PAGED_ROW } from '../resources/schemas.ts';
import { identifier, toldName } from '../servers/fields.ts';
import { HISTORY_KIND } from './kinds.ts';

/** Of a text that is searched for: its words, each of which an entry has to hold. */
export const HISTORY_SOUGHT_MAX = 200;
/** Entries of one page at most. */
export const HISTORY_PAGE_MAX = 1_000;
/** So many servers can be named; none named is every server that the account may see. */
export const HISTORY_SERVERS_MAX = 200;

const entry = z.discriminatedUnion('of', [
  z.object({ of: z.literal('feed'), server_id: hexId, seq: z.int(), at: moment, entry: feedEntry }),
  z.object({
    of: z.literal('console'),
    server_id: hexId,
    seq: z.int(),
    at: moment,
    entry: consoleLine,
    /** Whom a command meant; absent where that was nobody, or is not known. */
    whom: player.optional(),
  }),
  z.object({
    of: z.literal('audit'),
    server_id: hexId,
    seq: z.int(),
    at: moment,
    entry: PAGED_ROW.audit,
  }),
]);

/** `seq`: tells the entry from others of its kind and server. */
export type HistoryEntry = z.infer<typeof entry>;

export const historyPage = read({
  name: 'history',
  path: '/app/v1/history',
  summary: 'What happened on servers, newest first: searched by words, player, kind and span.',
  query: z.object({
    /** Ids, joined by commas. */
    servers: z
      .string()
      .regex(new RegExp(`^[0-9a-f]{24}(,[0-9a-f]{24}){0,${HISTORY_SERVERS_MAX - 1}}$`))
      .optional(),
    /** Of `HISTORY_KIND`, joined by commas; none: all that the account may see. */
    kinds: z
      .string()
      .regex(
        new RegExp(
          `^(${HISTORY_KIND.join('|')})(,(${HISTORY_KIND.join('|')})){0,${HISTORY_KIND.length - 1}}$`,
        ),
      )
      .optional(),
    text: z.string().max(HISTORY_SOUGHT_MAX).optional(),
    /** Whom it is about, or who did it: a player or an account. */
    player: hexId.optional(),
    /** From this moment on, and up to this one. */
    from: z.coerce.number().int().min(0).optional(),
    until: z.coerce.number().int().min(0).optional(),
    /** What the page before answered as `next`. */
    after: z
      .string()
      .regex(/^\d{1,16}\.\d{1,16}\.\d{1,4}$/)
      .optional(),
    limit: z.coerce.number().int().min(1).max(HISTORY_PAGE_MAX).default(100),
  }),
  answer: z.object({
    /** Newest first. */
    entries: z.array(entry),
    /** What the servers of these entries are called. */
    servers: z.array(z.object({ id: hexId, identifier, name: toldName.optional() })),
    /** null: there are no older ones. */
    next: z.string().nullable(),
    /** On how many servers words find nothing, or not all, because their feed or console is told filtered. */
    left_out: z.int().min(0),
    /** For how many days what happened on a server is kept, and what was sent to its console. */
    kept: z.object({ feed_days: z.int(), command_days: z.int() }),
  }),
  errors: ['permission-denied'],
  access: 'signed-in',
  limit: { max: 1_200, seconds: 60, by: 'account' },
});
