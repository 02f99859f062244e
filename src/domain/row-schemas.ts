import { z } from 'zod';
import { consoleLine, feedEntry, personalEntry } from '../protocol/feed/fields.ts';
import { freeText, hexId, moment, words } from '../protocol/fields.ts';
import { containing } from '../protocol/marks.ts';
import { presenceServer } from '../protocol/presence/events.ts';
import { begunIntention, connectionState } from '../protocol/recordings/events.ts';
import { resourceWrite } from '../protocol/resources/events.ts';
import type { ResourceName, RowOf } from '../protocol/resources/registry.ts';
import { ROW } from '../protocol/resources/schemas.ts';
import { presentPlayer, serverSnapshot } from '../protocol/servers/fields.ts';
import { serverPopulation } from '../protocol/servers/calls.ts';
import { dayPlayers } from '../protocol/servers/day.ts';
import { sessionData } from '../protocol/session/fields.ts';
import type { WriteRow } from './write-row.ts';

const seq = z.int().min(1);
const server_id = hexId;

/** `<server_id>:<seq>`. */
const entryRowId = containing('server-key', z.string().regex(/^[0-9a-f]{24}:\d{1,16}$/));
/** As `historyId` makes it. */
const historyRowId = containing(
  'server-key',
  z.string().regex(/^[0-9a-f]{24}:(?:1h|6h|24h|7d|30d|90d)(?:-(?:1d|7d|28d))?$/),
);
/** `<server_id>:day`, or all servers together. */
const dayRowId = containing('server-key', z.string().regex(/^(?:all|[0-9a-f]{24}):day$/));
/** The name of a stream of a server or a group, or of what an account has for itself. */
const streamRowId = containing(
  'stream',
  z.string().regex(/^(?:server|account|group)\/[0-9a-f]{24}\/[a-zA-Z-]+$/),
);

const snapshot = serverSnapshot.omit({ players: true });
const identity = personalEntry.omit({ kind: true, player: true });

/** What the rows of each table are: types are made of it, and rows that come from a file are read by it. */
export const ROW_SCHEMAS = {
  account: sessionData.extend({ id: z.literal('me') }),
  servers: snapshot,
  players: presentPlayer.extend({
    server_id,
    /** Milliseconds, from server:metrics; null where unknown or not asked for. */
    ping: z.int().min(0).nullable(),
  }),
  identities: identity.extend({ id: hexId, server_id }),
  feed: z.object({ id: entryRowId, server_id, seq, at: moment, entry: feedEntry }),
  console: z.object({ id: entryRowId, server_id, seq, at: moment, line: consoleLine }),
  presence: z.object({ id: hexId, viewers: presenceServer.shape.viewers }),
  streams: z.object({
    id: streamRowId,
    /** null: it is no server's. */
    server_id: server_id.nullable(),
    position: z.int().min(0),
    /** The oldest position that is held; older entries can be paged in. */
    floor: z.int().min(0),
    /** Whether the host keeps entries older than `floor`. */
    more: z.boolean(),
  }),
  history: serverPopulation.answer.extend({ id: historyRowId, server_id }),
  days: z.object({
    id: dayRowId,
    from: moment,
    /** Seconds. */
    step: z.int().min(1),
    players: dayPlayers,
  }),
  intentions: begunIntention.extend({
    at: moment,
    state: z.enum(['pending', 'done', 'failed']),
    /** The game server's answer. */
    answer: freeText.nullable(),
    /** The error's code. */
    error: words.nullable(),
  }),
  writes: z.discriminatedUnion(
    'resource',
    resourceWrite.options.map((write) =>
      write.extend({
        at: moment,
        state: z.enum(['pending', 'done', 'failed']),
        position: z.int().nullable(),
        error: words.nullable(),
      }),
    ) as unknown as [z.ZodObject<{ resource: z.ZodLiteral<ResourceName> }>],
  ) as unknown as z.ZodType<WriteRow>,
  ...(ROW as unknown as {
    readonly [R in ResourceName]: z.ZodType<RowOf<R>>;
  }),
  link: z.object({
    id: z.literal('link'),
    connection: connectionState,
    /** The newest moment at which anything from the host was true, by its clock; null before the first. */
    fresh_at: moment.nullable(),
  }),
};
