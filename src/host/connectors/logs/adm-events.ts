/** From the lines of DayZ's admin log to what they tell. */
import { LIMITS } from '../limits.ts';
import type { LineTime } from './clock.ts';
import type { AdmEntry, AdmHarm, AdmPerson } from './dayz-adm.ts';
import type { LogHarm, LogPerson, LogStatement } from './log-event.ts';

/** One death may take several lines, which come within this time. Milliseconds. */
const ONE_DEATH = 3_000;

const MAX_DYING = 500;

/** A statement with the time of its line. */
export interface Stated {
  readonly time: LineTime;
  readonly statement: LogStatement;
}

interface Dying extends Stated {
  readonly rank: number;
}

export class AdmEvents {
  /** Who is on the server, by id or, without one, by name: `is connected` is repeated at each respawn. */
  readonly #present: Set<string>;
  readonly #dying = new Map<string, Dying>();
  /** Whose death was told, and when. */
  readonly #dead = new Map<string, number>();

  constructor(present: readonly string[] = []) {
    this.#present = new Set(present);
  }

  get present(): readonly string[] {
    return [...this.#present];
  }

  /** What a line tells; deaths come once no line of theirs can follow. */
  read(entry: AdmEntry, time: LineTime): readonly Stated[] {
    const due = this.#over(time.at);
    const told = this.#tell(entry, time);
    return told.length === 0 ? due : [...due, ...told.map((statement) => ({ time, statement }))];
  }

  /** The log has been silent: deaths that wait are whole. */
  flush(): readonly Stated[] {
    return this.#over(Number.POSITIVE_INFINITY);
  }

  #tell(entry: AdmEntry, time: LineTime): readonly LogStatement[] {
    switch (entry.kind) {
      case 'started':
        this.#present.clear();
        return [];
      case 'connecting':
        this.#present.delete(keyOf(entry.person));
        return [];
      case 'connected':
        return this.#connected(entry.person);
      case 'disconnected': {
        // Who left before the log knew an id had never come.
        if (entry.person.id === null) return [];
        this.#present.delete(keyOf(entry.person));
        return [{ kind: 'leave', person: personOf(entry.person) }];
      }
      case 'listed':
        this.#comes(keyOf(entry.person));
        return seen(entry.person);
      case 'chat':
        return [
          { kind: 'chat', person: personOf(entry.person), channel: 'Unknown', text: entry.text },
        ];
      case 'hit': {
        // A corpse can be hit on.
        if (entry.person.dead) return [];
        const { zone, damage, ammo } = entry.hit;
        const by = harmOf(entry.hit);
        const weapon = by.weapon ?? (by.person === null ? null : ammo);
        return [
          { kind: 'hit', person: personOf(entry.person), by: { ...by, weapon }, zone, damage },
          ...seen(entry.person),
        ];
      }
      case 'killed':
        return this.#died(entry.person, harmOf(entry.by), 3, time);
      case 'suicide':
      case 'bled-out':
      case 'drowned':
        return this.#died(entry.person, nobody(entry.kind.replace('-', ' ')), 2, time);
      case 'died':
        return this.#died(entry.person, null, 1, time);
      default:
        return [];
    }
  }

  #connected(person: AdmPerson): readonly LogStatement[] {
    const key = keyOf(person);
    if (this.#present.has(key)) return [];
    this.#comes(key);
    return [{ kind: 'join', person: personOf(person) }];
  }

  #comes(key: string): void {
    this.#present.add(key);
    const [oldest] = this.#present;
    if (this.#present.size > LIMITS.players && oldest !== undefined) this.#present.delete(oldest);
  }

  #died(person: AdmPerson, by: LogHarm | null, rank: number, time: LineTime): LogStatement[] {
    const key = keyOf(person);
    const told = this.#dead.get(key);
    if (told !== undefined && time.at - told <= ONE_DEATH) return [];
    const before = this.#dying.get(key);
    if (before === undefined || rank > before.rank) {
      const statement = { kind: 'death', person: personOf(person), by } as const;
      this.#dying.set(key, { rank, statement, time: before?.time ?? time });
    }
    return [];
  }

  #over(at: number): readonly Stated[] {
    if (this.#dying.size === 0) return [];
    const over: [string, Dying][] = [];
    // The oldest come first, and behind them nobody is due; more at once than any battle has are not waited for.
    for (const [key, dying] of this.#dying) {
      const crowded = this.#dying.size - over.length > MAX_DYING;
      if (at - dying.time.at <= ONE_DEATH && !crowded) break;
      over.push([key, dying]);
    }
    for (const [key, { time }] of over) {
      this.#dying.delete(key);
      this.#dead.delete(key);
      this.#dead.set(key, time.at);
    }
    // A bound, not a rule: whoever died long ago is forgotten first.
    for (const key of this.#dead.keys()) {
      if (this.#dead.size <= MAX_DYING) break;
      this.#dead.delete(key);
    }
    return over.map(([, { time, statement }]) => ({ time, statement }));
  }
}

function seen(person: AdmPerson): readonly LogStatement[] {
  if (person.id === null) return [];
  return [{ kind: 'seen', person: personOf(person), position: person.position }];
}

function harmOf({ player, cause, weapon, distance }: AdmHarm): LogHarm {
  return { person: player === null ? null : personOf(player), cause, weapon, distance };
}

function nobody(cause: string): LogHarm {
  return { person: null, cause, weapon: null, distance: null };
}

function personOf({ name, id }: AdmPerson): LogPerson {
  return { name, bohemiaId: id, steamId: null };
}

function keyOf({ name, id }: AdmPerson): string {
  return id ?? `name ${name}`;
}
