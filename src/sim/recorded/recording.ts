import type { ConsoleFact } from './console-line.ts';
import { readConsoleLine } from './console-line.ts';

const DAY = 86_400;

/** One connection of somebody, by the log's own account. Line numbers count from 0. */
export interface RecordedStay {
  /** The name they had at last: the game adds ` (2)` to a name that is taken. */
  readonly name: string;
  /** 17 digits; absent for headless clients and for those who left before they were in. */
  readonly steamId: string | undefined;
  readonly headless: boolean;
  readonly appearsAt: number;
  /** The line at which the game prints the id. */
  readonly connectedAt: number | undefined;
  /** The line of the disconnect; undefined when they are still there at the end. */
  readonly leavesAt: number | undefined;
}

/** Something that happens to a stay, to be played to a server. `second` counts from the start. */
export interface RecordedEvent {
  readonly line: number;
  readonly second: number;
  readonly kind: 'appear' | 'connecting' | 'connected' | 'kicked-by-battleye' | 'leave';
  readonly stay: RecordedStay;
  readonly why?: string;
}

/** A night on a server: what happened, and how each line of its log was explained. */
export interface Recording {
  readonly stays: readonly RecordedStay[];
  readonly events: readonly RecordedEvent[];
  /** How many lines of each kind there were. */
  readonly lines: ReadonlyMap<ConsoleFact['kind'] | 'empty', number>;
  /** Lines that no rule explains, as they stand. */
  readonly unexplained: readonly string[];
  /** Facts that do not fit what came before, such as a disconnect of nobody. */
  readonly contradictions: readonly string[];
  /** The server's own head counts: line and players. */
  readonly headCounts: readonly { readonly line: number; readonly players: number }[];
}

/** Reads the text of an Arma 3 server_console.log. */
export function readRecording(text: string): Recording {
  const reader = new Reader();
  text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .forEach((raw, line) => reader.read(raw, line));
  return reader;
}

/** Who is there once `line` has been read. */
export function recordedRoster(recording: Recording, line: number): readonly RecordedStay[] {
  return recording.stays.filter(
    (stay) => stay.appearsAt <= line && (stay.leavesAt === undefined || stay.leavesAt > line),
  );
}

type Open = { -readonly [K in keyof RecordedStay]: RecordedStay[K] };

class Reader implements Recording {
  readonly stays: Open[] = [];
  readonly events: RecordedEvent[] = [];
  readonly lines = new Map<ConsoleFact['kind'] | 'empty', number>();
  readonly unexplained: string[] = [];
  readonly contradictions: string[] = [];
  readonly headCounts: { line: number; players: number }[] = [];
  readonly #open = new Map<string, Open[]>();
  /** Names that BattlEye kicked and that the game has yet to call disconnected. */
  readonly #kicked = new Set<string>();
  #line = 0;
  #second = 0;
  #lastTime: number | undefined;

  read(raw: string, line: number): void {
    const fact = raw === '' ? undefined : readConsoleLine(raw);
    const kind = raw === '' ? 'empty' : fact?.kind;
    if (kind !== undefined) this.lines.set(kind, (this.lines.get(kind) ?? 0) + 1);
    if (fact === undefined) {
      if (raw !== '') this.unexplained.push(raw);
      return;
    }
    this.#line = line;
    this.#second += this.#lastTime === undefined ? 0 : (fact.time - this.#lastTime + DAY) % DAY;
    this.#lastTime = fact.time;
    if (!this.#apply(fact)) this.contradictions.push(raw);
  }

  /** False when the fact does not fit what came before. */
  #apply(fact: ConsoleFact): boolean {
    switch (fact.kind) {
      case 'appears':
        this.#appear(fact.name);
        return true;
      case 'connecting':
        this.#note(
          this.#waiting(fact.name) ?? this.#renamed(fact.name) ?? this.#appear(fact.name),
          'connecting',
        );
        return true;
      case 'connected':
        this.#connected(this.#waiting(fact.name) ?? this.#appear(fact.name), fact.id);
        return true;
      case 'kicked-by-battleye':
        this.#kicked.add(fact.name);
        return this.#leaves(fact.name, 'kicked-by-battleye', fact.why);
      case 'disconnected':
        return this.#kicked.delete(fact.name) || this.#leaves(fact.name, 'leave');
      case 'server-load':
        this.headCounts.push({ line: this.#line, players: fact.players });
        return true;
      default:
        return true;
    }
  }

  #appear(name: string): Open {
    const stay: Open = {
      name,
      steamId: undefined,
      headless: false,
      appearsAt: this.#line,
      connectedAt: undefined,
      leavesAt: undefined,
    };
    this.stays.push(stay);
    this.#file(stay);
    this.#note(stay, 'appear');
    return stay;
  }

  #connected(stay: Open, id: string): void {
    stay.headless = id.startsWith('HC');
    stay.steamId = stay.headless ? undefined : id;
    stay.connectedAt = this.#line;
    this.#note(stay, 'connected');
  }

  #leaves(name: string, how: 'leave' | 'kicked-by-battleye', why?: string): boolean {
    const stay = this.#open.get(name)?.pop();
    if (stay === undefined) return false;
    stay.leavesAt = this.#line;
    this.#note(stay, how, why);
    return true;
  }

  #waiting(name: string): Open | undefined {
    return this.#open.get(name)?.find((stay) => stay.connectedAt === undefined);
  }

  /** `Mike` appears while a Mike is there, and goes on as `Mike (2)`. */
  #renamed(name: string): Open | undefined {
    const original = /^(.*) \(\d+\)$/.exec(name)?.[1];
    const stay = original === undefined ? undefined : this.#waiting(original);
    if (original === undefined || stay === undefined) return undefined;
    const others = (this.#open.get(original) ?? []).filter((other) => other !== stay);
    this.#open.set(original, others);
    stay.name = name;
    this.#file(stay);
    return stay;
  }

  #file(stay: Open): void {
    this.#open.set(stay.name, [...(this.#open.get(stay.name) ?? []), stay]);
  }

  #note(stay: RecordedStay, kind: RecordedEvent['kind'], why?: string): void {
    const event = { line: this.#line, second: this.#second, kind, stay };
    this.events.push(why === undefined ? event : { ...event, why });
  }
}
