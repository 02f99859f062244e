import { dayId } from '../../domain/servers/day-id.ts';
import { LIST_IDS_MAX } from '../../protocol/servers/limits.ts';
import type { Outcome } from '../contract.ts';
import type { Engine } from '../engine/engine.ts';
import type { Environment } from '../environment.ts';
import type { RestClient } from '../session/rest.ts';

/** What was fetched is fetched again after so long: the host keeps the day in steps of ten minutes. */
export const DAY_LASTS_MS = 600_000;

/** A server, or null for all of them together. */
type Whose = string | null;

export interface DaysDeps {
  readonly rest: Pick<RestClient, 'call'>;
  readonly engine: Engine;
  readonly environment: Pick<Environment, 'clock'>;
}

/** The days that tabs show: each is fetched once for all of them, as many in one call as it takes. */
export class Days {
  readonly #deps: DaysDeps;
  readonly #fetched = new Map<Whose, number>();
  readonly #underWay = new Set<Whose>();

  constructor(deps: DaysDeps) {
    this.#deps = deps;
  }

  /** Fetches those of them that are not held, or have grown old. */
  async fetch(asked: readonly Whose[]): Promise<Outcome<null>> {
    const due = [...new Set(asked)].filter((whose) => this.#isDue(whose));
    for (const whose of due) this.#underWay.add(whose);
    try {
      for (const question of questionsOf(due)) {
        const refused = await this.#ask(question);
        if (refused !== null) return refused;
      }
      return { ok: true, value: null };
    } finally {
      for (const whose of due) this.#underWay.delete(whose);
    }
  }

  #isDue(whose: Whose): boolean {
    if (this.#underWay.has(whose)) return false;
    const { engine, environment } = this.#deps;
    const age = environment.clock.now() - (this.#fetched.get(whose) ?? Number.NEGATIVE_INFINITY);
    return age < 0 || age >= DAY_LASTS_MS || !engine.rows.days.has(dayId(whose));
  }

  async #ask(question: readonly Whose[]): Promise<Outcome<null> | null> {
    const { rest, engine, environment } = this.#deps;
    const account = () => engine.rows.account.get('me')?.muster_id;
    const before = account();
    const query = question[0] === null ? {} : { ids: question.join(',') };
    const answer = await rest.call('serversDay', { query });
    if (!answer.ok) return answer;
    // Rows that one account asked for are not shown to the next.
    if (account() !== before) return { ok: true, value: null };
    const at = environment.clock.now();
    engine.dispatch({ source: 'rest', event: 'days', at, data: answer.value });
    for (const whose of question) this.#fetched.set(whose, at);
    return null;
  }
}

function questionsOf(due: readonly Whose[]): readonly (readonly Whose[])[] {
  const servers = due.filter((whose) => whose !== null);
  const questions: (readonly Whose[])[] = due.includes(null) ? [[null]] : [];
  for (let from = 0; from < servers.length; from += LIST_IDS_MAX) {
    questions.push(servers.slice(from, from + LIST_IDS_MAX));
  }
  return questions;
}
