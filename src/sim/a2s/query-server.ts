import { createHash } from 'node:crypto';
import { challengeAnswer, infoAnswer, playersAnswer, rulesAnswer } from './answers.ts';
import { splitAnswer } from './split.ts';
import type { QueryView } from './view.ts';

/** How the query port behaves. */
export interface QueryServerOptions {
  readonly view: () => QueryView;
  readonly now: () => number;
  readonly secret: string;
  /** Answers longer than this many bytes are split; undefined sends any length in one datagram. */
  readonly splitAbove: number | undefined;
}

const CHALLENGE_LIFE_MS = 60_000;
const INFO = { type: 0x54, challengeAt: 25 };

/** The server's half of Steam's query protocol. It asks for a challenge every time. */
export class QueryServer {
  readonly #options: QueryServerOptions;
  #splitId = 0;

  constructor(options: QueryServerOptions) {
    this.#options = options;
  }

  /** The datagrams that answer one datagram; none for what is not a query. */
  receive(datagram: Uint8Array, address: string): readonly Buffer[] {
    const bytes = Buffer.from(datagram.buffer, datagram.byteOffset, datagram.byteLength);
    if (bytes.length < 5 || bytes.readInt32LE(0) !== -1) return [];
    const type = bytes[4];
    const challengeAt = type === INFO.type ? INFO.challengeAt : 5;
    if (type === INFO.type && !bytes.subarray(5, 25).equals(Buffer.from('Source Engine Query\0'))) {
      return [];
    }
    const answer = type === undefined ? undefined : ANSWERS.get(type);
    if (answer === undefined) return [];
    if (!this.#isKnown(bytes.subarray(challengeAt), address)) {
      return [challengeAnswer(this.#challenge(address, 0))];
    }
    return splitAnswer(answer(this.#options.view()), this.#options.splitAbove, this.#splitId++);
  }

  #isKnown(given: Buffer, address: string): boolean {
    if (given.length < 4) return false;
    const challenge = given.readInt32LE(0);
    return challenge === this.#challenge(address, 0) || challenge === this.#challenge(address, 1);
  }

  /** Different for each address and each minute; the last minute's still counts. */
  #challenge(address: string, minutesAgo: number): number {
    const minute = Math.floor(this.#options.now() / CHALLENGE_LIFE_MS) - minutesAgo;
    const hash = createHash('sha256').update(`${this.#options.secret} ${address} ${minute}`);
    return hash.digest().readInt32LE(0) & 0x7fff_ffff;
  }
}

const ANSWERS: ReadonlyMap<number, (view: QueryView) => Buffer> = new Map([
  [0x54, infoAnswer],
  [0x55, playersAnswer],
  [0x56, rulesAnswer],
]);
