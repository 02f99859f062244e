/** A query server on the fake network, and answers built field by field. */
import type { FakeNetwork } from '../doubles.ts';
import type { Endpoint } from '../ports.ts';

export interface InfoFields {
  readonly name?: string;
  readonly map?: string;
  readonly folder?: string;
  readonly players?: number;
  readonly slots?: number;
  readonly passwordProtected?: boolean;
  readonly gamePort?: number;
  readonly keywords?: string;
}

const text = (value: string): Buffer => Buffer.from(`${value}\0`);

/** An INFO answer with game port, keywords and game id, from the type byte on. */
export function infoAnswer(fields: InfoFields = {}): Uint8Array {
  const tail = Buffer.alloc(3);
  tail[0] = 0xa1;
  tail.writeUInt16LE(fields.gamePort ?? 2302, 1);
  const gameId = Buffer.alloc(8);
  gameId.writeBigUInt64LE(221_100n);
  return Buffer.concat([
    Buffer.of(0x49, 17),
    text(fields.name ?? 'A server'),
    text(fields.map ?? 'chernarusplus'),
    text(fields.folder ?? 'dayz'),
    text('DayZ'),
    Buffer.of(0, 0, fields.players ?? 0, fields.slots ?? 60, 0, 0x64, 0x77),
    Buffer.of(fields.passwordProtected === true ? 1 : 0, 1),
    text('1.29.163709'),
    tail,
    text(fields.keywords ?? 'battleye,lqs3,15:12'),
    gameId,
  ]);
}

/** A whole answer in one datagram. */
export function whole(answer: Uint8Array): Uint8Array {
  return Buffer.concat([Buffer.of(0xff, 0xff, 0xff, 0xff), answer]);
}

/** An answer cut into datagrams of `size` bytes of payload. */
export function parts(answer: Uint8Array, size: number, id = 7): Uint8Array[] {
  const bytes = whole(answer);
  const total = Math.ceil(bytes.length / size);
  return Array.from({ length: total }, (_, number) => {
    const head = Buffer.alloc(12);
    head.writeInt32LE(-2, 0);
    head.writeInt32LE(id, 4);
    head[8] = total;
    head[9] = number;
    head.writeUInt16LE(size, 10);
    return Buffer.concat([head, bytes.subarray(number * size, (number + 1) * size)]);
  });
}

/** Answers INFO after a challenge, with what `answer` says at that moment; null is silence. */
export class FakeQueryServer {
  answer: () => Uint8Array | null = () => infoAnswer();
  /** How many challenges it asks for before it answers. */
  challenges = 1;
  requests = 0;
  readonly #asked = new Map<number, number>();

  constructor(network: FakeNetwork, endpoint: Endpoint) {
    network.listen(endpoint, (_data, client, reply) => {
      this.requests += 1;
      const answer = this.answer();
      if (answer === null) return;
      const asked = this.#asked.get(client) ?? 0;
      this.#asked.set(client, asked + 1);
      if (asked < this.challenges) reply(whole(Buffer.of(0x41, asked, 2, 3, 4)));
      else reply(whole(answer));
    });
  }
}
