import type { RecordedEvent } from '../known.ts';

/** What is looked for on the way: null takes any. */
export interface EventWanted {
  /** `<source>/<event>`. */
  readonly kind: string | null;
  readonly serverId: string | null;
}

const FIRST_ROOM = 4_096;

/**
 * When each event of a recording happened, of what kind it is and on which server, in a few bytes for each.
 * Positions are as the player's: after the first event it is 1. Clocks of host and client are mixed: what
 * seems earlier than what was there is at once.
 */
export class Timeline {
  #moments = new Float64Array(FIRST_ROOM);
  #seqs = new Float64Array(FIRST_ROOM);
  #kindOf = new Uint16Array(FIRST_ROOM);
  #serverOf = new Uint32Array(FIRST_ROOM);
  #length = 0;
  readonly #kinds = new Names();
  readonly #servers = new Names();

  /** How many events there are. */
  get length(): number {
    return this.#length;
  }

  /** All kinds, by how many events there are of each. */
  get kinds(): ReadonlyMap<string, number> {
    return this.#kinds.counts();
  }

  /** All servers that an event is about. */
  get servers(): ReadonlyMap<string, number> {
    return this.#servers.counts();
  }

  add(seq: number, event: RecordedEvent): void {
    const at = this.#length;
    if (at === this.#moments.length) this.#grow();
    this.#moments[at] = at === 0 ? event.at : Math.max(this.#moments[at - 1] ?? 0, event.at);
    this.#seqs[at] = seq;
    this.#kindOf[at] = this.#kinds.number(`${event.source}/${event.event}`);
    const server = serverOf(event);
    this.#serverOf[at] = server === null ? 0 : this.#servers.number(server);
    this.#length++;
  }

  /** The moment at a position; the first event's before it. null: there are no events. */
  moment(position: number): number | null {
    if (this.#length === 0) return null;
    return this.#moments[Math.max(0, Math.min(position, this.#length) - 1)] ?? null;
  }

  /** The number in the file of the event that led to a position; null at the beginning. */
  seq(position: number): number | null {
    return this.#seqs[position - 1] ?? null;
  }

  /** The position after everything that had happened by a moment. */
  positionAt(moment: number): number {
    return this.#after(this.#moments, moment);
  }

  /** The position after the event of this number; where it is missing, after the one before. */
  positionOf(seq: number): number {
    return this.#after(this.#seqs, seq);
  }

  /** The position of the next event that is wanted, or of the one before; null where there is none. */
  find(from: number, direction: 1 | -1, { kind, serverId }: EventWanted): number | null {
    const ofKind = kind === null ? null : this.#kinds.known(kind);
    const ofServer = serverId === null ? null : this.#servers.known(serverId);
    if (ofKind === undefined || ofServer === undefined) return null;
    const first = direction === 1 ? from + 1 : from - 1;
    for (let position = first; position >= 1 && position <= this.#length; position += direction) {
      const fits =
        (ofKind === null || this.#kindOf[position - 1] === ofKind) &&
        (ofServer === null || this.#serverOf[position - 1] === ofServer);
      if (fits) return position;
    }
    return null;
  }

  /** How many events happened in each of so many equal parts of the time. */
  density(parts: number): readonly number[] {
    const counts = Array.from({ length: parts }, () => 0);
    const first = this.#moments[0] ?? 0;
    const span = Math.max(1, (this.#moments[this.#length - 1] ?? first) - first);
    for (let at = 0; at < this.#length; at++) {
      const part = Math.floor((((this.#moments[at] ?? first) - first) / span) * parts);
      const place = Math.min(part, parts - 1);
      counts[place] = (counts[place] ?? 0) + 1;
    }
    return counts;
  }

  /** How many of these rising numbers are not above a limit. */
  #after(numbers: Float64Array, limit: number): number {
    let low = 0;
    let high = this.#length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((numbers[middle] ?? 0) <= limit) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #grow(): void {
    const room = this.#moments.length * 2;
    const grown = <T extends Float64Array | Uint16Array | Uint32Array>(into: T, from: T): T => {
      into.set(from);
      return into;
    };
    this.#moments = grown(new Float64Array(room), this.#moments);
    this.#seqs = grown(new Float64Array(room), this.#seqs);
    this.#kindOf = grown(new Uint16Array(room), this.#kindOf);
    this.#serverOf = grown(new Uint32Array(room), this.#serverOf);
  }
}

/** Names by numbers from 1 on. */
class Names {
  readonly #numbers = new Map<string, number>();
  readonly #counts: number[] = [];

  number(name: string): number {
    let number = this.#numbers.get(name);
    if (number === undefined) {
      number = this.#numbers.size + 1;
      this.#numbers.set(name, number);
    }
    this.#counts[number] = (this.#counts[number] ?? 0) + 1;
    return number;
  }

  known(name: string): number | undefined {
    return this.#numbers.get(name);
  }

  counts(): ReadonlyMap<string, number> {
    return new Map([...this.#numbers].map(([name, number]) => [name, this.#counts[number] ?? 0]));
  }
}

const SERVER_STREAM = /^server\/([0-9a-f]{24})\//;

/** The server that an event is about; null where it is about none, or several. */
function serverOf({ stream, data }: RecordedEvent): string | null {
  const named = stream === undefined ? null : SERVER_STREAM.exec(stream);
  if (named !== null) return named[1] ?? null;
  if (typeof data !== 'object' || data === null || !('server_id' in data)) return null;
  return typeof data.server_id === 'string' ? data.server_id : null;
}
