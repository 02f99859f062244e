import { isDeepStrictEqual } from 'node:util';
import type { FilterHit } from '../../domain/doors/rule.ts';
import type { OpenSession } from '../players/play-session.ts';
import type { ServerRuntime } from '../servers/server-runtime.ts';
import type { Cause } from './due.ts';
import type { DoorSettings } from './settings.ts';

/** What stands against somebody who is on a server, and what was tried. */
export interface Case {
  runtime: ServerRuntime;
  /** As they were when it was last added to. */
  stay: OpenSession;
  /** What made somebody look at them. */
  cause: Cause;
  /** What filters found in what they said. */
  said: readonly FilterHit[];
  /** Something is being sent. */
  busy: boolean;
  /** They were looked at while it was, for this; null: they were not. */
  missed: Cause | null;
  /** How often something was sent. */
  sent: number;
  /** How often they were kicked. */
  times: number;
  /** By which entry, and what of it the feed has told. */
  readonly told: Set<string>;
  /** When it is over, they are looked at again. */
  again: NodeJS.Timeout | null;
}

/** Whether a stay is still of whom the decision was about. */
export function isSame(now: OpenSession, then: OpenSession): boolean {
  const parts = ['muster_id', 'steam_id', 'guid', 'bohemia_id', 'ip'] as const;
  return parts.every((part) => now[part] === then[part]);
}

/** The cases of all who are on the servers of this host. */
export class Cases {
  /** By their stay. */
  readonly #cases = new Map<string, Case>();

  get(stay: string): Case | undefined {
    return this.#cases.get(stay);
  }

  delete(stay: string): void {
    this.#cases.delete(stay);
  }

  open(runtime: ServerRuntime, stay: OpenSession, cause: Cause): Case {
    const known = this.#cases.get(stay.id);
    if (known !== undefined) {
      // A server that was started anew has the same stays.
      if (!known.busy) Object.assign(known, { runtime, stay, cause });
      return known;
    }
    const tried = {
      busy: false,
      missed: null,
      sent: 0,
      times: 0,
      told: new Set<string>(),
      again: null,
    };
    const made: Case = { runtime, stay, cause, said: [], ...tried };
    this.#cases.set(stay.id, made);
    return made;
  }

  /** Forgets what stood against those of them who are gone. */
  close(those: (one: Case) => boolean): void {
    for (const [id, one] of this.#cases) {
      const isOpen = one.busy || one.again !== null || one.runtime.playerOf(id) !== null;
      if (!isOpen && those(one)) this.#cases.delete(id);
    }
  }

  /** What somebody said stands against them as long as the filter is what it was. */
  standing(stay: string, filters: DoorSettings['filters']): readonly FilterHit[] {
    const one = this.#cases.get(stay);
    if (one === undefined || one.said.length === 0) return [];
    const now = new Map(filters.map(({ hit }) => [hit.id, hit]));
    one.said = one.said.filter((hit) => isDeepStrictEqual(now.get(hit.id), hit));
    return one.said;
  }

  /** Those of these stays who have left with their last word: they are asked about, too. */
  left(stays: readonly string[], here: ReadonlySet<string>): readonly OpenSession[] {
    return stays.flatMap((id) => {
      const one = here.has(id) ? undefined : this.#cases.get(id);
      return one === undefined || one.said.length === 0 ? [] : [one.stay];
    });
  }
}
