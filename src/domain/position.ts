import type { FrameEnvelope } from '../protocol/frames.ts';
import {
  accountStream,
  isServerStream,
  parseStream,
  serverStream,
  type StreamName,
} from '../protocol/streams.ts';
import type { Rows } from './state.ts';

/** What becomes of a frame; see `place`. */
export type Placement =
  /** The next one of its stream. */
  | 'apply'
  /** Known already. */
  | 'duplicate'
  /** Something between the head row and this frame is missing: a snapshot is needed. */
  | 'gap'
  /** Nothing is known of the stream yet: a snapshot is needed. */
  | 'no-head'
  /** It belongs to the socket or to a moment and has no position. */
  | 'unsequenced'
  /** The stream's name is none of ours. */
  | 'unknown-stream';

/**
 * Tells from the head row alone what becomes of a frame. `told`: the server that it says it is about, by
 * which the row is found quicker. Pure; never throws.
 */
export function place(
  rows: Rows,
  frame: Pick<FrameEnvelope, 'stream' | 'seq'>,
  told?: string,
): Placement {
  if (frame.stream === undefined || frame.seq === undefined) return 'unsequenced';
  if (told !== undefined && isServerStream(frame.stream, told, 'list')) {
    return placed(frame.seq, rows.servers.get(told)?.position);
  }
  const stream = parseStream(frame.stream);
  if (stream === null) return 'unknown-stream';
  return placed(frame.seq, headPosition(rows, frame.stream, stream));
}

function placed(seq: number, position: number | undefined): Placement {
  if (position === undefined) return 'no-head';
  if (seq <= position) return 'duplicate';
  return seq === position + 1 ? 'apply' : 'gap';
}

/** The newest position that is held of a stream: the cursor to resume it with. */
export function cursorOf(rows: Rows, stream: string): number | undefined {
  const name = parseStream(stream);
  return name === null ? undefined : headPosition(rows, stream, name);
}

function headPosition(rows: Rows, stream: string, name: StreamName): number | undefined {
  if (name.resource === 'account') {
    const account = rows.account.get('me');
    return account?.muster_id === name.id ? account.position : undefined;
  }
  if (name.audience === 'list') return rows.servers.get(name.id)?.position;
  return rows.streams.get(stream)?.position;
}

/** The streams that come by themselves, with where to resume them: the account's and every server's list. */
export function standingStreams(rows: Rows): [stream: string, position: number][] {
  const account = rows.account.get('me');
  const own: [string, number][] =
    account === undefined ? [] : [[accountStream(account.muster_id), account.position]];
  const lists = [...rows.servers].map(([id, { position }]): [string, number] => [
    serverStream(id, 'list'),
    position,
  ]);
  return [...own, ...lists];
}

/** The streams that somebody asked for, with their positions. */
export function topicStreams(rows: Rows): [stream: string, position: number][] {
  return [...rows.streams].map(([stream, { position }]) => [stream, position]);
}
