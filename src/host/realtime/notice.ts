/**
 * What hosts on one database tell each other with NOTIFY, on one channel. An event is a line
 * `stream seq at event data`; one that is too long is `stream seq` alone and is read from the log. A
 * payload is lines, or one control message: `!` and JSON.
 */
import { z } from 'zod';
import { hexId, moment } from '../../protocol/fields.ts';

/** The NOTIFY channel. */
export const CHANNEL = 'muster';

/** PostgreSQL refuses payloads of 8,000 bytes. */
export const MAX_PAYLOAD_BYTES = 7_000;

const watch = z.tuple([
  /** Server. */
  hexId,
  z.enum(['presence', 'metrics']),
  /** Account. */
  hexId,
  /** Display name. */
  z.string(),
  /** Since when. */
  moment,
]);

const control = z.discriminatedUnion('kind', [
  /** A host is alive, and its own listening works. */
  z.object({ kind: z.literal('beat'), host: hexId }),
  /** A host has ended: what it had is free, and nobody watches there. */
  z.object({ kind: z.literal('host-left'), host: hexId }),
  z.object({ kind: z.literal('sessions-ended'), ids: z.array(hexId) }),
  z.object({ kind: z.literal('grants-changed'), subject: hexId }),
  /** A server was added, changed or is to be deleted: whoever runs it looks at its row. */
  z.object({ kind: z.literal('server-changed'), id: hexId }),
  /** Ids mean other persons: whoever shows them looks. */
  z.object({ kind: z.literal('persons-changed') }),
  /** A host of an older version took two players for one. */
  z.object({ kind: z.literal('players-merged') }),
  /** Nobody is this player any more: whoever remembers them forgets. */
  z.object({ kind: z.literal('player-erased'), id: hexId }),
  /** A job is due. */
  z.object({ kind: z.literal('job') }),
  /** Somebody on that host began to watch. */
  z.object({ kind: z.literal('watch'), host: hexId, watch }),
  /** Somebody on that host no longer watches. */
  z.object({
    kind: z.literal('unwatch'),
    host: hexId,
    server: hexId,
    topic: z.enum(['presence', 'metrics']),
    account: hexId,
  }),
  /** A host has just begun to listen: everybody tells who watches there. */
  z.object({ kind: z.literal('watches-asked'), host: hexId }),
  /** `first`: what was known of that host's watches is forgotten. */
  z.object({
    kind: z.literal('watches'),
    host: hexId,
    first: z.boolean(),
    watches: z.array(watch),
  }),
  /** An action waits for the host that runs the server. */
  z.object({ kind: z.literal('action-asked'), server: hexId, request: hexId }),
  /** When the server does what by itself is another now: whoever runs it looks. */
  z.object({ kind: z.literal('schedule-changed'), server: hexId }),
  /** A list keeps others out than before: whoever runs servers that obey it looks who is on. */
  z.object({ kind: z.literal('bans-changed'), list: hexId }),
  /** A bucket lets others in, or keeps others out, than before: whoever runs servers that use it looks who is on. */
  z.object({ kind: z.literal('bucket-changed'), bucket: hexId, servers: z.array(hexId) }),
  /** Steam has said something of these accounts: whoever runs servers that ask for it looks at those who play with them. */
  z.object({ kind: z.literal('steam-told'), ids: z.array(z.string().max(20)).max(100) }),
  /** A server asks other things of whoever is on it. */
  z.object({ kind: z.literal('modules-changed'), server: hexId }),
  /** Until when staff may act on something is another now: each host looks when it has to end. */
  z.object({ kind: z.literal('support-changed') }),
  /** Its outcome is written down. */
  z.object({ kind: z.literal('action-ended'), request: hexId }),
]);
export type Control = z.infer<typeof control>;

/** An event as it stands in a payload; `rest` is undefined where it has to be read from the log. */
export interface NoticedEvent {
  readonly stream: string;
  readonly seq: number;
  readonly rest: { readonly at: number; readonly event: string; readonly data: string } | undefined;
}

export type Notice =
  | { readonly kind: 'events'; readonly events: readonly NoticedEvent[] }
  | { readonly kind: 'control'; readonly control: Control }
  /** Of another version of the host. */
  | { readonly kind: 'unknown' };

export function encodeControl(message: Control): string {
  return `!${JSON.stringify(message)}`;
}

/** Reads a payload. Never throws. */
export function parseNotice(payload: string): Notice {
  if (!payload.startsWith('!')) return parseLines(payload);
  let json: unknown;
  try {
    json = JSON.parse(payload.slice(1));
  } catch {
    return { kind: 'unknown' };
  }
  const parsed = control.safeParse(json);
  return parsed.success ? { kind: 'control', control: parsed.data } : { kind: 'unknown' };
}

const LINE = /^(\S+) (\d+)(?: (\d+) (\S+) (.+))?$/s;

function parseLines(payload: string): Notice {
  const events: NoticedEvent[] = [];
  for (const line of payload.split('\n')) {
    const match = LINE.exec(line);
    if (match === null) return { kind: 'unknown' };
    const [, stream = '', seq, at, event, data] = match;
    const rest =
      at === undefined || event === undefined || data === undefined
        ? undefined
        : { at: Number(at), event, data };
    events.push({ stream, seq: Number(seq), rest });
  }
  return { kind: 'events', events };
}
