/** The answer to A2S_PLAYER. */
import { ANSWER_TYPE } from './packet.ts';
import { ByteReader } from './reader.ts';

export interface QueryPlayer {
  /** Empty on current DayZ and many Rust servers. */
  readonly name: string;
  readonly score: number;
  /** Seconds on the server. */
  readonly duration: number;
}

/** Reads an answer to its end, since its count is a byte and can be wrong; null where it is none. */
export function parsePlayerList(answer: Uint8Array): readonly QueryPlayer[] | null {
  const reader = new ByteReader(answer);
  if (reader.u8() !== ANSWER_TYPE.players) return null;
  reader.u8();
  const players: QueryPlayer[] = [];
  while (reader.left > 0) {
    reader.u8();
    const player = { name: reader.text(), score: reader.i32(), duration: reader.f32() };
    if (reader.overrun) break;
    players.push(player);
  }
  return players;
}
