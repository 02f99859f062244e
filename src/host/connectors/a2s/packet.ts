/** Steam server queries (A2S) on the wire: requests, and what a datagram of the server is. */
import { ByteReader } from './reader.ts';

/** The three questions. */
export type Question = 'info' | 'players' | 'rules';

/** The type bytes of the answers. */
export const ANSWER_TYPE = { info: 0x49, players: 0x44, rules: 0x45, challenge: 0x41 } as const;

const SINGLE = -1;
const SPLIT = -2;
const NO_CHALLENGE = Buffer.of(0xff, 0xff, 0xff, 0xff);
const INFO = Buffer.concat([NO_CHALLENGE, Buffer.from('TSource Engine Query\0', 'latin1')]);

export type Datagram =
  /** A whole answer: type byte and body. */
  | { readonly kind: 'whole'; readonly answer: Uint8Array }
  | { readonly kind: 'part'; readonly part: SplitPart };

export interface SplitPart {
  readonly id: number;
  readonly total: number;
  readonly number: number;
  /** bzip2, which only engines older than these games use. */
  readonly compressed: boolean;
  readonly payload: Uint8Array;
}

/** A request. `challenge` are the four bytes the server asked to see again; null for the first try. */
export function encodeQuestion(question: Question, challenge: Uint8Array | null): Uint8Array {
  if (question === 'info') return challenge === null ? INFO : Buffer.concat([INFO, challenge]);
  const type = question === 'players' ? 0x55 : 0x56;
  return Buffer.concat([NO_CHALLENGE, Buffer.of(type), challenge ?? NO_CHALLENGE]);
}

/** What a datagram is; null for anything else. Never throws. */
export function parseDatagram(data: Uint8Array): Datagram | null {
  const reader = new ByteReader(data);
  const header = reader.i32();
  if (header === SINGLE && reader.left > 0) {
    return { kind: 'whole', answer: reader.bytes(reader.left) };
  }
  if (header !== SPLIT) return null;
  const id = reader.i32();
  const total = reader.u8();
  const number = reader.u8();
  reader.u16();
  if (reader.overrun || number >= total) return null;
  const payload = reader.bytes(reader.left);
  return { kind: 'part', part: { id, total, number, compressed: id < 0, payload } };
}

/** The challenge in an answer; null where it is none. */
export function challengeOf(answer: Uint8Array): Uint8Array | null {
  if (answer[0] !== ANSWER_TYPE.challenge || answer.length < 5) return null;
  return Uint8Array.from(answer.subarray(1, 5));
}
