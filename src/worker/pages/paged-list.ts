import type { PagedQuestion, PagingRow } from '../../domain/queries.ts';
import type { PageKey } from '../../domain/resources/asked.ts';
import {
  PAGE_ROWS,
  Pages,
  type AnsweredPage,
  type Stretch,
  type ToldRow,
  type WantedPage,
} from '../../domain/resources/pages.ts';
import type { CallAnswer, Outcome } from '../contract.ts';
import type { Clock } from '../environment.ts';
import type { RestClient } from '../session/rest.ts';

type Answer = CallAnswer<'auditPage'>;

/** Whoever looks at rows of pages. */
export interface Looker {
  /** What it looks at; null: only at how many there are. */
  readonly stretch: Stretch | null;
  readonly changed: () => void;
}

/** So many rows around what is looked at are fetched, too. */
const AROUND = 50;
/** After so long the host is asked again, then after twice as long each time. */
const AGAIN_MS = 2_000;
const AGAIN_MAX_MS = 60_000;

export interface PagedListDeps {
  readonly clock: Clock;
  readonly rest: Pick<RestClient, 'call'>;
}

/** The pages of one question: what is looked at is asked of the host, one page after the other. */
export class PagedList {
  readonly question: PagedQuestion;
  readonly #deps: PagedListDeps;
  readonly #pages: Pages;
  readonly #lookers = new Set<Looker>();
  #state: PagingRow['state'] = 'loading';
  /** The question under way; another one voids it. */
  #asking: WantedPage | null = null;
  /** What was answered last, and did not bring what was wanted: it is not asked for again until something changes. */
  #inVain = '';
  #failures = 0;
  #cancelAgain = () => {};

  constructor(question: PagedQuestion, deps: PagedListDeps) {
    this.question = question;
    this.#deps = deps;
    this.#pages = new Pages(question);
  }

  get idle(): boolean {
    return this.#lookers.size === 0;
  }

  /** How it stands. */
  get paging(): PagingRow {
    const { total, about } = this.#pages.total ?? { total: 0, about: false };
    return { id: 'paging', total, about, state: this.#state };
  }

  shown(stretch: Stretch): ReturnType<Pages['shown']> {
    return this.#pages.shown(stretch);
  }

  look(looker: Looker): () => void {
    this.#lookers.add(looker);
    this.#inVain = '';
    this.#ask();
    return () => {
      this.#lookers.delete(looker);
      if (this.idle) this.#cancelAgain();
    };
  }

  told(told: ToldRow): void {
    this.#pages.told(told);
    this.#changed();
  }

  /** The stream stands here: the host can be reached, and gives it. */
  reached(position: number): void {
    this.#pages.reached(position);
    if (this.#state === 'refused' || this.#state === 'failed') this.#again();
    this.#changed();
  }

  /** What was told may not be seen any more, or by somebody else: the host is asked whether it still gives it. */
  withdrawn(): void {
    this.#pages.clear();
    this.#asking = null;
    this.#state = 'loading';
    this.#again();
    this.#changed();
  }

  #again(): void {
    this.#cancelAgain();
    this.#failures = 0;
    if (this.#state !== 'ready') this.#state = 'loading';
  }

  #changed(): void {
    this.#inVain = '';
    for (const { changed } of this.#lookers) changed();
    this.#ask();
  }

  #ask(): void {
    if (this.#asking !== null || this.#state === 'refused' || this.#state === 'failed') return;
    const stretches = [...this.#lookers].flatMap(({ stretch }) => stretch ?? []);
    this.#pages.letGo(stretches);
    for (const { from, to } of stretches) {
      const around = { from: Math.max(0, from - AROUND), to: to + AROUND };
      const wanted = this.#pages.wanted(around);
      if (wanted === null || JSON.stringify(wanted) === this.#inVain) continue;
      void this.#send(wanted);
      return;
    }
  }

  async #send(wanted: WantedPage): Promise<void> {
    this.#asking = wanted;
    const { resource, server_id, order, direction, text, where } = this.question;
    const query = { ...where, ...placeOf(wanted), order, direction, limit: PAGE_ROWS };
    const outcome = await this.#deps.rest.call(`${resource}Page`, {
      params: { server_id },
      query: (text === '' ? query : { ...query, search: text }) as object,
    });
    if (this.#asking !== wanted) return;
    this.#asking = null;
    if (!outcome.ok) this.#failed(outcome.error);
    else if (this.#pages.answered(wanted, answerOf(outcome.value))) {
      this.#state = 'ready';
      this.#failures = 0;
      this.#changed();
      this.#inVain = JSON.stringify(wanted);
    }
    this.#ask();
  }

  #failed(error: Extract<Outcome<unknown>, { ok: false }>['error']): void {
    const isRefused =
      error.kind === 'problem' &&
      ['permission-denied', 'not-found', 'not-signed-in'].includes(error.problem.code);
    if (isRefused) this.#pages.clear();
    this.#state = isRefused ? 'refused' : 'failed';
    const wait = isRefused ? AGAIN_MAX_MS : Math.min(AGAIN_MS * 2 ** this.#failures, AGAIN_MAX_MS);
    this.#failures += 1;
    this.#cancelAgain();
    this.#cancelAgain = this.#deps.clock.after(wait, () => {
      this.#state = this.#pages.total === null ? 'loading' : 'ready';
      this.#changed();
    });
    this.#changed();
  }
}

function placeOf(wanted: WantedPage): Readonly<Record<string, string | number>> {
  if (wanted.kind === 'first') return {};
  if (wanted.kind === 'place') return { place: wanted.place };
  return { [wanted.kind]: JSON.stringify(wanted.bound) };
}

function answerOf({ previous, next, ...answer }: Answer): AnsweredPage {
  return { ...answer, previous: readBound(previous), next: readBound(next) };
}

/** The host's own word, which the call's schema has read as a text. */
function readBound(bound: string | null): PageKey | null {
  return bound === null ? null : (JSON.parse(bound) as PageKey);
}
