/** What the games' own logs tell, whatever the game: people by name, since RCon alone knows who is who. */
import { createHash } from 'node:crypto';
import type { Position } from '../contract.ts';
import type { LineTime } from './clock.ts';

/** Somebody as a log names them. */
export interface LogPerson {
  readonly name: string;
  readonly bohemiaId: string | null;
  readonly steamId: string | null;
}

/** Who or what hurt somebody. */
export interface LogHarm {
  readonly person: LogPerson | null;
  /** What the game calls a cause that is no player; empty for a player. */
  readonly cause: string;
  readonly weapon: string | null;
  /** Metres. */
  readonly distance: number | null;
}

export type LogStatement =
  | { readonly kind: 'join' | 'leave'; readonly person: LogPerson }
  | {
      readonly kind: 'chat';
      readonly person: LogPerson;
      readonly channel: string;
      readonly text: string;
    }
  | {
      readonly kind: 'kick';
      readonly person: LogPerson;
      /** `game`: ping, desync, time-out; RCon does not tell those. */
      readonly by: 'admin-kick' | 'admin-ban' | 'battleye' | 'game';
      readonly reason: string;
    }
  | {
      readonly kind: 'hit';
      readonly person: LogPerson;
      readonly by: LogHarm;
      readonly zone: string | null;
      readonly damage: number | null;
    }
  | { readonly kind: 'death'; readonly person: LogPerson; readonly by: LogHarm | null }
  /** Somebody is on the server, by these ids. */
  | { readonly kind: 'seen'; readonly person: LogPerson; readonly position: Position | null };

/** One thing that a log tells, with its time. */
export type LogEvent = LogStatement & {
  /** Epoch milliseconds. */
  readonly at: number;
  /** The same for the same line, whoever reads it and how often. */
  readonly key: string;
};

/** A statement may come some seconds after its line, so that several seconds are counted at once. */
const SECONDS_COUNTED = 16;

/** Gives events their keys: what happened, when by the log's own clock, and which of several alike. */
export class Keys {
  readonly #seconds = new Map<number, Map<string, number>>();

  of(statement: LogStatement, { local }: LineTime): string {
    const second = Math.floor(local / 1_000);
    const seen = this.#counted(second);
    const said = JSON.stringify([second, ...essence(statement)]);
    const nth = (seen.get(said) ?? 0) + 1;
    seen.set(said, nth);
    return createHash('sha256').update(`${said} ${nth}`).digest('base64url').slice(0, 22);
  }

  #counted(second: number): Map<string, number> {
    const known = this.#seconds.get(second);
    if (known !== undefined) return known;
    const fresh = new Map<string, number>();
    this.#seconds.set(second, fresh);
    const [oldest] = this.#seconds.keys();
    if (this.#seconds.size > SECONDS_COUNTED && oldest !== undefined) this.#seconds.delete(oldest);
    return fresh;
  }
}

/** What makes two statements of one second the same. Of a death the cause may come in a second line. */
function essence(statement: LogStatement): readonly unknown[] {
  const { kind, person } = statement;
  const who = [kind, person.name];
  switch (statement.kind) {
    case 'chat':
      return [...who, statement.text];
    case 'kick':
      return [...who, statement.reason];
    case 'hit': {
      const { by, zone, damage } = statement;
      return [...who, by.person?.name ?? by.cause, zone, damage];
    }
    case 'join':
    case 'leave':
    case 'death':
    case 'seen':
      return who;
  }
}
