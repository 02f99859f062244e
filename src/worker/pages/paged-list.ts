import { pathOf, type PagedQuestion, type PagingRow } from '../../domain/queries.ts';
import type { PageKey } from '../../domain/resources/asked.ts';
import {
  PAGE_ROWS,
  Pages,
  type AnsweredPage,
  type Stretch,
  type ToldRow,
  type WantedPage,
} from '../../domain/resources/pages.ts';
import type { PagedName } from '../../protocol/resources/registry.ts';
import type { CallAnswer, CommandError } from '../contract.ts';
import type { Clock } from '../environment.ts';
import type { RestClient } from '../session/rest.ts';

type Answer = CallAnswer<`${PagedName}Page`>;

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
  /** Pages whose answers did not bring what was wanted: they are not asked for again before a while has passed. */
  readonly #inVain = new Set<string>();
  /** Nothing is asked before a while has passed: there was no answer, or none is given. */
  #rests = false;
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

  /** Its total and its state, as the view `paging` shows them. */
  get paging(): PagingRow {
    const { total, about } = this.#pages.total ?? { total: 0, about: false };
    return { id: 'paging', total, about, state: this.#state };
  }

  shown(stretch: Stretch): ReturnType<Pages['shown']> {
    return this.#pages.shown(stretch);
  }

  look(looker: Looker): () => void {
    this.#lookers.add(looker);
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

  /** The stream stands here. */
  reached(position: number): void {
    this.#pages.reached(position);
    this.#changed();
  }

  /** The host can be reached again, or gives the stream again: what it did not answer is asked at once. */
  restored(): void {
    if (this.#state !== 'failed' && this.#state !== 'refused') return;
    this.#atOnce();
    this.#ask();
  }

  /** The account may no longer see these rows, or another one is signed in: the host is asked again. */
  withdrawn(): void {
    this.#pages.clear();
    this.#asking = null;
    this.#state = 'loading';
    this.#atOnce();
    this.#changed();
  }

  /** Nothing has to be waited for any more. How it stands is told when the host has answered. */
  #atOnce(): void {
    this.#cancelAgain();
    this.#failures = 0;
    this.#rests = false;
    this.#inVain.clear();
  }

  #changed(): void {
    for (const { changed } of this.#lookers) changed();
    this.#ask();
  }

  #ask(): void {
    if (this.#asking !== null || this.#rests) return;
    this.#pages.letGo(this.#stretches());
    const wanted = this.#missing().find((page) => !this.#inVain.has(JSON.stringify(page)));
    if (wanted !== undefined) void this.#send(wanted);
  }

  #stretches(): readonly Stretch[] {
    return [...this.#lookers].flatMap(({ stretch }) => stretch ?? []);
  }

  /** The pages that are missing most, of what is looked at. */
  #missing(): readonly WantedPage[] {
    return this.#stretches().flatMap(({ from, to }) => {
      const around = { from: Math.max(0, from - AROUND), to: to + AROUND };
      return this.#pages.wanted(around) ?? [];
    });
  }

  async #send(wanted: WantedPage): Promise<void> {
    this.#asking = wanted;
    const { resource, order, direction, text, where } = this.question;
    const query = { ...where, ...placeOf(wanted), order, direction, limit: PAGE_ROWS };
    const outcome = await this.#deps.rest.call(`${resource}Page`, {
      params: pathOf(this.question),
      query: (text === '' ? query : { ...query, search: text }) as object,
    });
    if (this.#asking !== wanted) return;
    this.#asking = null;
    if (outcome.ok) this.#answered(wanted, answerOf(outcome.value));
    else this.#failed(outcome.error);
    this.#changed();
  }

  #answered(wanted: WantedPage, answer: AnsweredPage): void {
    const isTaken = this.#pages.answered(wanted, answer);
    this.#state = this.#pages.total === null ? 'loading' : 'ready';
    const asked = JSON.stringify(wanted);
    if (isTaken && this.#missing().every((page) => JSON.stringify(page) !== asked)) {
      this.#failures = 0;
      return;
    }
    this.#inVain.add(asked);
    this.#later();
  }

  #failed(error: CommandError): void {
    this.#state = stateAfter(error);
    if (this.#state !== 'failed') this.#pages.clear();
    this.#rests = true;
    this.#cancelAgain();
    if (this.#state === 'invalid') return;
    if (this.#state === 'refused') this.#later(AGAIN_MAX_MS);
    else this.#later();
  }

  #later(wait = Math.min(AGAIN_MS * 2 ** this.#failures, AGAIN_MAX_MS)): void {
    this.#failures += 1;
    this.#cancelAgain();
    this.#cancelAgain = this.#deps.clock.after(wait, () => {
      this.#rests = false;
      this.#inVain.clear();
      this.#ask();
    });
  }
}

/** What a failure comes to. An invalid question is never asked again. */
function stateAfter(error: CommandError): 'refused' | 'invalid' | 'failed' {
  if (error.kind !== 'problem') return 'failed';
  const { code } = error.problem;
  if (code === 'invalid-request') return 'invalid';
  return ['permission-denied', 'not-found', 'not-signed-in'].includes(code) ? 'refused' : 'failed';
}

function placeOf(wanted: WantedPage): Readonly<Record<string, string | number>> {
  if (wanted.kind === 'first') return {};
  if (wanted.kind === 'place') return { place: wanted.place };
  return { [wanted.kind]: JSON.stringify(wanted.bound) };
}

function answerOf({ previous, next, ...answer }: Answer): AnsweredPage {
  return { ...answer, previous: readBound(previous), next: readBound(next) };
}

/** The schema of the call reads a bound as text; the host made it. */
function readBound(bound: string | null): PageKey | null {
  return bound === null ? null : (JSON.parse(bound) as PageKey);
}
