/** The data of every recorded event, by its source and name: the table of contents of a recording. */
import { z } from 'zod';
import { CALLS } from '../calls.ts';
import { EVENTS } from '../events.ts';
import { freeText, hexId, personName, streamName, words } from '../fields.ts';
import { resourceRows, resourceWrite } from '../resources/events.ts';

const server_id = hexId;
const page = {
  server_id,
  older: z.boolean(),
  before: z.int().optional(),
  filtered: z.boolean().optional(),
};

/** The connection to the host, as a client sees it. */
export const connectionState = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('starting') }),
  z.object({ kind: z.literal('connecting'), attempt: z.int(), deadline: z.number() }),
  z.object({
    kind: z.literal('live'),
    since: z.number(),
    /** Mean of the last 30 keepalives in milliseconds; null before the first. */
    latency: z.number().nullable(),
  }),
  z.object({ kind: z.literal('resuming'), since: z.number() }),
  z.object({
    kind: z.literal('lost'),
    /** The last sign of life. */
    since: z.number(),
    attempt: z.int(),
    retry_at: z.number(),
  }),
  z.object({
    kind: z.literal('signed-out'),
    reason: z.enum(['none', 'expired', 'signed-out']),
  }),
  z.object({ kind: z.literal('refused'), status: z.int() }),
]);

/** A server action that somebody asked for. */
export const begunIntention = z.object({
  /** The `request_id` of the call. */
  id: hexId,
  server_id,
  /** The server action's number. */
  action: z.int(),
  player_id: hexId.nullable(),
  /** As the player was called when it was asked; they may be gone since. */
  player_name: personName.nullable(),
  text: freeText.nullable(),
});

/** What the host answered, and what a client did and saw by itself. */
const OTHERS = {
  'rest/session': CALLS.session.answer,
  'rest/servers': CALLS.serversList.answer.omit({ next: true }).extend({ whole: z.boolean() }),
  'rest/feed': CALLS.feedPage.answer.extend(page),
  'rest/console': CALLS.consolePage.answer.extend(page),
  'rest/personal': CALLS.personalPage.answer.extend({ server_id }),
  'rest/population': CALLS.serverPopulation.answer.extend({ server_id }),
  'rest/days': CALLS.serversDay.answer,
  'rest/rows': resourceRows,
  'intent/begin': begunIntention,
  'intent/end': z.object({
    id: hexId,
    answer: freeText.nullable(),
    error: words.nullable(),
  }),
  'intent/forget': z.object({ id: hexId }),
  'intent/write': resourceWrite,
  'intent/written': z.object({
    id: hexId,
    position: z.int().nullable(),
    error: words.nullable(),
  }),
  'link/connection': z.object({ connection: connectionState }),
  'link/released': z.object({ streams: z.array(streamName) }),
  'link/emptied': z.object({}),
} as const satisfies Readonly<Record<string, z.ZodType>>;

/** The schema of an event's data by `<source>/<event>`; one that is not here is of a newer version. */
export const RECORDED_EVENTS: ReadonlyMap<string, z.ZodType> = new Map<string, z.ZodType>([
  ...Object.entries(OTHERS),
  ...Object.entries(EVENTS).map(([name, schema]): [string, z.ZodType] => [
    `realtime/${name}`,
    schema,
  ]),
]);
