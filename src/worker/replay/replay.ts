import type { Change } from '../../domain/change.ts';
import { answerOf } from '../../domain/recordings/answers.ts';
import { bisect, findFirst, type Search } from '../../domain/recordings/bisect.ts';
import { fieldDifferences } from '../../domain/recordings/diff.ts';
import { compileExpression } from '../../domain/recordings/expression.ts';
import { ExpressionError } from '../../domain/recordings/expression-tokens.ts';
import { ShownRows } from '../../domain/recordings/onlooker.ts';
import type { Player } from '../../domain/recordings/player.ts';
import type { EventWanted, Timeline } from '../../domain/recordings/timeline.ts';
import { eventLineOf } from '../../domain/recordings/write.ts';
import { hashRows, hashShared } from '../../domain/hash.ts';
import { search, type SearchAnswer, type SearchQuestion } from '../../domain/search/search.ts';
import { invert } from '../../domain/state.ts';
import { CALLS, type CallName } from '../../protocol/calls.ts';
import type { CallAnswer, CallInput, Hashed, Outcome, TabMessage } from '../contract.ts';
import type { Clock } from '../environment.ts';
import { Tab } from '../tabs/tab.ts';
import { LiveViews } from '../views/live-views.ts';
import type {
  FindHow,
  Found,
  ReplayControls,
  ReplayedChange,
  ReplayedEvent,
  ReplayMessage,
  ReplayMoment,
} from './contract.ts';

const TICK_MS = 33;
/** Of a tick, so much at most is spent on playing: then what is due waits, and time with it. */
const BUSY_MS = 20;

/** A recording that plays: it stands somewhere, and the page is told what screens show there. */
export class Replay implements ReplayControls {
  readonly #player: Player;
  readonly #timeline: Timeline;
  readonly #clock: Clock;
  readonly #views: LiveViews;
  readonly #tab: Tab;
  readonly #post: (message: ReplayMessage) => void;
  #shown: ShownRows;
  /** Counts what moves the recording, so that a search under way sees it. */
  #moves = 0;
  #playing: { readonly speed: number; readonly stop: () => void } | null = null;

  constructor(
    { player, timeline }: { readonly player: Player; readonly timeline: Timeline },
    clock: Clock,
    post: (message: ReplayMessage) => void,
  ) {
    this.#player = player;
    this.#timeline = timeline;
    this.#clock = clock;
    this.#post = post;
    this.#shown = new ShownRows(player.rows);
    this.#views = new LiveViews(this.#shown.rows);
    this.#tab = new Tab({
      clock,
      epoch: 'replay',
      views: this.#views,
      look: () => () => {},
      load: () => ({ windows: 0, late: 0 }),
      post,
    });
  }

  receive(message: TabMessage): void {
    if (message.type === 'leave') return;
    if (message.type !== 'hello') {
      this.#tab.receive(message);
      return;
    }
    this.#post({ type: 'welcome', epoch: 'replay', aliveLock: '', build: message.build });
    this.#tellMoment();
  }

  get moment(): ReplayMoment {
    const { position } = this.#player;
    return {
      position,
      seq: this.#timeline.seq(position),
      at: this.#timeline.moment(position),
      speed: this.#playing?.speed ?? null,
    };
  }

  seek(position: number): void {
    this.#stop();
    this.#jump(position);
  }

  seekMoment(at: number): void {
    this.seek(this.#timeline.positionAt(at));
  }

  seekEvent(seq: number): void {
    this.seek(this.#timeline.positionOf(seq));
  }

  step(direction: 1 | -1): void {
    this.#stop();
    const player = this.#player;
    const rows = player.rows;
    const undone = invert(player.changes);
    const moved = direction === 1 ? player.step() : player.back();
    if (!moved) this.#tellMoment();
    else if (player.rows === rows) this.#moved(direction === 1 ? player.changes : undone);
    else this.#jump(player.position);
  }

  play(speed: number | null): void {
    this.#stop();
    if (speed === null) {
      this.#tellMoment();
      return;
    }
    // At its end there is nothing more to play: from the beginning.
    if (this.#player.position >= this.#timeline.length) this.#jump(0);
    this.#playOn(speed);
  }

  next(direction: 1 | -1, wanted: EventWanted): boolean {
    this.#stop();
    const found = this.#timeline.find(this.#player.position, direction, wanted);
    if (found === null) this.#tellMoment();
    else this.#jump(found);
    return found !== null;
  }

  async find(expression: string, { mode, untilHere }: FindHow): Promise<Found> {
    let holds;
    try {
      holds = compileExpression(expression);
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      return { kind: 'unreadable', at: error.at, message: error.message };
    }
    this.#stop();
    const { position } = this.#player;
    const end = untilHere ? position : this.#timeline.length;
    const found =
      mode === 'first'
        ? await this.#unlessMoved(findFirst(this.#player, holds, end))
        : bisect(this.#player, holds, end);
    if (found === null) return { kind: 'moved' };
    const { kind, probes } = found;
    this.#jump(kind === 'found' ? this.#player.position : position);
    return { kind, probes };
  }

  /** Goes through a long search, and lets the page be heard; null where it has moved the recording. */
  async #unlessMoved(search: Generator<number, Search>): Promise<Search | null> {
    const moves = this.#moves;
    for (;;) {
      const step = search.next();
      if (step.done === true) return step.value;
      await new Promise<void>((resolve) => void this.#clock.after(0, resolve));
      if (this.#moves !== moves) return null;
    }
  }

  event(): ReplayedEvent | null {
    const { last, changes } = this.#player;
    if (last === null) return null;
    return { line: eventLineOf(last.seq, last.event), changes: changes.map(readChange) };
  }

  hash(of: Hashed = 'facts'): string {
    const { rows } = this.#player;
    return of === 'facts' ? hashRows(rows) : hashShared(rows);
  }

  search(question: SearchQuestion): SearchAnswer {
    return search(this.#player.rows, question);
  }

  call<N extends CallName>(name: N, input: CallInput<N>): Outcome<CallAnswer<N>> {
    const text = (of: object | undefined) =>
      Object.fromEntries(Object.entries(of ?? {}).map(([key, value]) => [key, String(value)]));
    const { at } = this.moment;
    const { rows } = this.#player;
    const answer = answerOf(rows, name, text(input.params), text(input.query), at ?? 0);
    if (answer === null) return { ok: false, error: { kind: 'replaying' } };
    return { ok: true, value: CALLS[name].answer.parse(answer) as CallAnswer<N> };
  }

  /** To a position, wherever it stands: the last step is played, so that it can be asked what it changed. */
  #jump(position: number): void {
    const player = this.#player;
    player.seek(Math.max(0, Math.min(position, this.#timeline.length) - 1));
    if (position > 0) player.step();
    this.#shown = new ShownRows(player.rows);
    this.#views.rebase(this.#shown.rows);
    this.#tab.restart();
    this.#tellMoment();
  }

  #moved(changes: readonly Change[]): void {
    this.#views.apply(this.#shown.changed(changes));
    this.#tellMoment();
  }

  #playOn(speed: number): void {
    const timeline = this.#timeline;
    const player = this.#player;
    let shown = this.moment.at ?? 0;
    let last = this.#clock.elapsed();
    const tick = () => {
      const now = this.#clock.elapsed();
      const until = shown + (now - last) * speed;
      last = now;
      const due = timeline.positionAt(until);
      const changes: Change[] = [];
      while (player.position < due && this.#clock.elapsed() - now < BUSY_MS && player.step()) {
        for (const change of player.changes) changes.push(change);
      }
      shown = player.position < due ? (timeline.moment(player.position) ?? until) : until;
      if (player.position >= timeline.length) this.#playing = null;
      else this.#playing = { speed, stop: this.#clock.after(TICK_MS, tick) };
      this.#views.apply(this.#shown.changed(changes));
      this.#tellMoment(Math.min(shown, timeline.moment(timeline.length) ?? shown));
    };
    this.#playing = { speed, stop: this.#clock.after(TICK_MS, tick) };
    this.#tellMoment();
  }

  #stop(): void {
    this.#moves++;
    this.#playing?.stop();
    this.#playing = null;
  }

  #tellMoment(at?: number): void {
    const { moment } = this;
    this.#post({ type: 'moment', moment: at === undefined ? moment : { ...moment, at } });
  }
}

function readChange({ table, id, before, after }: Change): ReplayedChange {
  const kind = before === undefined ? 'came' : after === undefined ? 'went' : 'changed';
  const row: Readonly<Record<string, unknown>> = { ...(before ?? after) };
  const fields =
    kind === 'changed'
      ? fieldDifferences(before, after)
      : Object.entries(row).map(([path, value]) =>
          kind === 'came' ? { path, a: undefined, b: value } : { path, a: value, b: undefined },
        );
  return { table, id, kind, fields };
}
