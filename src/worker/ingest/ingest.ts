import {
  buffer,
  catchError,
  EMPTY,
  exhaustMap,
  map,
  merge,
  mergeMap,
  of,
  startWith,
  Subject,
  switchMap,
  timer,
  type Observable,
} from 'rxjs';
import { realtimeEvent, type DomainEvent } from '../../domain/event.ts';
import { cursorOf, place } from '../../domain/position.ts';
import { toldServer } from '../../domain/told-server.ts';
import type { EventData } from '../../protocol/events.ts';
import { framesOf, parseFrame, type Frame, type FrameEnvelope } from '../../protocol/frames.ts';
import { parseStream, serverStream, startsAnew } from '../../protocol/streams.ts';
import { clockScheduler, whileWanted } from '../clock-scheduler.ts';
import type { Engine } from '../engine/engine.ts';
import type { Environment } from '../environment.ts';
import type { Link } from '../link/link.ts';
import { Departed } from './departed.ts';
import { MissingStreams } from './missing.ts';
import {
  streamsOf,
  type SnapshotOutcome,
  type SnapshotQuestion,
  type SnapshotQuestions,
} from './snapshots.ts';

export interface IngestDeps {
  readonly environment: Environment;
  readonly engine: Engine;
  readonly link: Pick<Link, 'acknowledged' | 'keepalive'>;
  readonly snapshotQuestions: SnapshotQuestions;
  /** The socket follows its streams again: ask for those that tabs look at. */
  readonly acknowledged: () => void;
  /** The host said which streams it follows from now on, which no longer, and which it refuses. */
  readonly subscribed: (told: EventData<'event_subscription'>) => void;
  /** The host told who looks at a server, so it gives that. */
  readonly presence: (server_id: string) => void;
}

/** A stream whose frames cannot be read is asked for at most so often. */
const UNREAD_MS = 2_000;

/** A browser has six connections to a host of HTTP/1.1: two are left for what people do. */
const AT_ONCE = 4;

/** What is done when it has come, waited or been answered. */
type Step = () => void;

/** Takes frames in, once and in order; what cannot be placed waits for a snapshot. */
export class Ingest {
  readonly #deps: IngestDeps;
  /** Each voids what an earlier connection left unfinished. */
  readonly #connections = new Subject<void>();
  readonly #messages = new Subject<string>();
  readonly #questions = new Subject<{ asked: SnapshotQuestion; question: number }>();
  readonly #vain = new Subject<{ streams: readonly string[]; question: number; wait: number }>();
  readonly #missing = new MissingStreams();
  readonly #departed: Departed;
  /** When each stream was last asked for since a frame of it could not be read. */
  readonly #unread = new Map<string, number>();
  unknown = 0;
  malformed = 0;
  duplicates = 0;
  /** Snapshots that were asked for since a stream could not go on from what is held. */
  snapshots = 0;

  constructor(deps: IngestDeps) {
    this.#deps = deps;
    this.#departed = new Departed(deps.engine.rows);
    deps.engine.listen((changes) => this.#departed.changed(changes));
    // What a step throws is reported, and ends nothing: it is taken where nothing comes after it.
    this.#connections
      .pipe(
        startWith(undefined),
        switchMap(() => this.#steps()),
      )
      .subscribe((step) => step());
  }

  /** A message came: its frames are folded with those that come in the same moment. */
  receive(message: string): void {
    this.#messages.next(message);
  }

  /** What an earlier connection left unfinished is void. */
  reset(): void {
    this.#missing.clear();
    this.#unread.clear();
    this.#connections.next();
  }

  /** Frames, answers, and what is asked for again, one after the other. */
  #steps(): Observable<Step> {
    const scheduler = clockScheduler(this.#deps.environment.clock);
    const moments = this.#messages.pipe(exhaustMap(() => timer(0, scheduler)));
    return merge(
      this.#messages.pipe(
        buffer(moments),
        map((messages) => () => this.#drain(messages.flatMap(framesOf))),
      ),
      this.#questions.pipe(mergeMap(({ asked, question }) => this.#ask(asked, question), AT_ONCE)),
      this.#vain.pipe(
        mergeMap(({ streams, question, wait }) =>
          timer(wait, scheduler).pipe(map(() => () => this.#askAgain(streams, question))),
        ),
      ),
    );
  }

  #drain(texts: readonly string[]): void {
    this.#deps.engine.batch(() => {
      for (const text of texts) {
        const parsed = parseFrame(text);
        if (parsed.ok) this.#take(parsed.frame, text);
        else {
          if (parsed.kind === 'unknown-event') this.unknown += 1;
          else {
            this.malformed += 1;
            this.#deps.environment.log('A malformed frame was left out.', parsed.detail);
          }
          if (parsed.envelope !== null) this.#takeUnread(parsed.envelope);
        }
      }
    });
    this.#fetch();
  }

  /** What cannot be read, or is an event of a newer host, is a gap that ends at its position. */
  #takeUnread({ stream, seq, at }: FrameEnvelope): void {
    if (stream === undefined || seq === undefined) return;
    const placement = place(this.#deps.engine.rows, { stream, seq });
    if (placement === 'duplicate' || placement === 'unknown-stream') return;
    if (this.#skipTo(stream, seq, at)) return;
    const { clock } = this.#deps.environment;
    const since = clock.now() - (this.#unread.get(stream) ?? Number.NEGATIVE_INFINITY);
    const wait = Math.max(0, UNREAD_MS - since);
    const question = this.#missing.needLater(stream, seq);
    if (question === null) return;
    this.#unread.set(stream, clock.now() + wait);
    if (wait === 0) this.#missing.again([stream], question);
    else this.#vain.next({ streams: [stream], question, wait });
  }

  /**
   * Metrics tell of moments, and pages are asked for again: there is nothing to fetch of what is missing, so their
   * stream goes on after `seq`. False for any other stream.
   */
  #skipTo(stream: string, seq: number, at: number): boolean {
    const name = parseStream(stream);
    if (!startsAnew(name)) return false;
    const attached = [{ stream, head: seq, resumed: false }];
    const server_id = name.resource === 'server' ? name.id : null;
    const data = { server_id, attached, detached: [], refused: [] };
    this.#deps.engine.dispatch({ source: 'realtime', event: 'event_subscription', at, data });
    return true;
  }

  #take(frame: Frame, raw?: string): void {
    const { engine } = this.#deps;
    const { stream, seq } = frame;
    if (stream !== undefined && this.#missing.has(stream)) {
      this.#missing.wait(stream, frame);
      return;
    }
    switch (place(engine.rows, frame, toldServer(frame))) {
      case 'apply':
        // What it tells has to be fetched; its position is held once that is done, and not before.
        if (frame.event === 'update') this.#missing.need(stream ?? '', seq ?? 0);
        else engine.dispatch(realtimeEvent(this.#departed.hushed(frame)), raw);
        return;
      case 'duplicate':
        this.duplicates += 1;
        return;
      case 'gap':
        if (this.#skipTo(stream ?? '', (seq ?? 0) - 1, frame.at)) {
          engine.dispatch(realtimeEvent(frame), raw);
          return;
        }
        this.#await(frame);
        return;
      case 'no-head':
        this.#await(frame);
        return;
      case 'unsequenced':
        this.#takeMoment(frame, raw);
        return;
      case 'unknown-stream':
        this.unknown += 1;
    }
  }

  /** A frame that cannot be placed: it waits for a snapshot of its stream. */
  #await(frame: Frame): void {
    const { stream, seq } = frame;
    if (stream === undefined || seq === undefined) return;
    this.#missing.need(stream, seq);
    this.#missing.wait(stream, frame);
  }

  #takeMoment(frame: Frame, raw?: string): void {
    const { engine, link } = this.#deps;
    engine.dispatch(realtimeEvent(frame), raw);
    switch (frame.event) {
      case 'ack':
        this.#dropAbsent(new Set(frame.data.streams.map(({ stream }) => stream)), frame.at);
        this.#attached(frame.data.streams);
        link.acknowledged(frame.data.keepalive);
        this.#deps.acknowledged();
        return;
      case 'refresh':
        this.#attached(frame.data.streams);
        return;
      case 'event_subscription':
        for (const stream of frame.data.detached) this.#missing.forget(stream);
        this.#attached(frame.data.attached);
        this.#deps.subscribed(frame.data);
        return;
      case 'presence:server':
        this.#deps.presence(frame.data.server_id);
        return;
      case 'keepalive':
        link.keepalive(frame.data.sent);
        return;
      default:
    }
  }

  /** Servers that are held and no longer attached are gone, or no longer ours to see. */
  #dropAbsent(attached: ReadonlySet<string>, at: number): void {
    const held = [...this.#deps.engine.rows.servers.keys()].map((id) => serverStream(id, 'list'));
    this.#release(
      held.filter((stream) => !attached.has(stream)),
      at,
    );
  }

  #release(streams: readonly string[], at = this.#deps.environment.clock.now()): void {
    if (streams.length === 0) return;
    this.#deps.engine.dispatch({ source: 'link', event: 'released', at, data: { streams } });
  }

  /**
   * The list streams of servers that were asked about and are not in the answer: destroyed in the meantime, or no
   * longer ours to see. What tells so waits behind the gap, and no snapshot will ever close it.
   */
  #unanswered(streams: readonly string[]): readonly string[] {
    return streams.filter(
      (stream) =>
        stream.endsWith('/list') && cursorOf(this.#deps.engine.rows, stream) !== undefined,
    );
  }

  #attached(
    streams: readonly {
      readonly stream: string;
      readonly head: number;
      readonly resumed: boolean;
    }[],
  ): void {
    for (const { stream, head, resumed } of streams) {
      if (resumed) continue;
      const name = parseStream(stream);
      // There is nothing to catch up with where a stream starts again.
      if (name === null || startsAnew(name)) continue;
      this.#missing.need(stream, head);
    }
  }

  #fetch(): void {
    const { question, streams } = this.#missing.take();
    this.snapshots += streams.length;
    for (const asked of this.#deps.snapshotQuestions(streams)) {
      this.#questions.next({ asked, question });
    }
  }

  /** Each question stands alone: one that fails is asked again by itself. */
  #ask({ streams, ask }: SnapshotQuestion, question: number): Observable<Step> {
    if (!streams.some((stream) => this.#missing.awaits(stream, question))) return EMPTY;
    return whileWanted<Step>(async (tell, wanted) => {
      const outcome = await ask((event) => tell(() => this.#answered(event, question)), wanted);
      tell(() => this.#settle(streams, question, outcome));
    }).pipe(
      catchError((error: unknown) => {
        this.#deps.environment.log('A snapshot could not be fetched; trying again.', error);
        return of(() => this.#failed(streams, question));
      }),
    );
  }

  /** Asked in vain: it is asked again, but less and less often. */
  #failed(streams: readonly string[], question: number): void {
    this.#vain.next({ streams, ...this.#missing.failed(streams, question) });
  }

  #askAgain(streams: readonly string[], question: number): void {
    for (const stream of streams) if (this.#isOfNothing(stream)) this.#missing.forget(stream);
    this.#missing.again(streams, question);
    this.#fetch();
  }

  /** Whether a stream is of a server that is not there, and of which nothing is to come. */
  #isOfNothing(stream: string): boolean {
    const name = parseStream(stream);
    if (name?.resource !== 'server' || name.audience === 'list') return false;
    const list = serverStream(name.id, 'list');
    return !this.#deps.engine.rows.servers.has(name.id) && !this.#missing.has(list);
  }

  /** A part of an answer: what it tells is true at its position, whatever the other parts will tell. */
  #answered(event: DomainEvent, question: number): void {
    const { engine } = this.#deps;
    engine.batch(() => {
      const wanted = this.#stillMissing(event, question);
      if (wanted === null) return;
      engine.dispatch(this.#departed.without(wanted));
      for (const stream of streamsOf(wanted, engine.rows) ?? []) this.#goOn(stream, question);
    });
    this.#fetch();
  }

  /** An answer is complete: nothing more will be told of these streams. */
  #settle(streams: readonly string[], question: number, outcome: SnapshotOutcome): void {
    const awaited = streams.filter((stream) => this.#missing.awaits(stream, question));
    this.#deps.engine.batch(() => {
      if (outcome === 'refused') this.#refused(awaited, question);
      else {
        // What is held of a server that was not told stays: it may be there as before.
        const untold =
          outcome === 'complete' ? [] : awaited.filter((s) => mayBe(outcome.untold, s));
        if (untold.length > 0) this.#failed(untold, question);
        const told = awaited.filter((stream) => this.#missing.awaits(stream, question));
        this.#release(this.#unanswered(told));
        for (const stream of told) this.#goOn(stream, question);
      }
    });
    this.#fetch();
  }

  /**
   * The host gives what it told of these streams no more: that goes, and so does what waited for it. Should they
   * be given again without another word, they are asked for again.
   */
  #refused(streams: readonly string[], question: number): void {
    this.#release(streams.filter((stream) => parseStream(stream)?.resource !== 'account'));
    for (const stream of streams) this.#missing.dropFrames(stream);
    this.#failed(streams, question);
  }

  /** Takes the frames of a stream that waited for its snapshot; one that is too old is asked for again. */
  #goOn(stream: string, question: number): void {
    if (!this.#missing.awaits(stream, question)) return;
    const position = cursorOf(this.#deps.engine.rows, stream);
    if (position !== undefined && !this.#missing.reaches(stream, position)) {
      this.#failed([stream], question);
      return;
    }
    const frames = this.#missing.settle(stream, question);
    // A stream without a head row after its snapshot tells of what is gone.
    if (position === undefined) return;
    for (const frame of frames) this.#take(frame);
  }

  /**
   * What was released or withdrawn while its snapshot was on the way must not come back with it, and what
   * was needed newer since comes with a later answer.
   */
  #stillMissing(event: DomainEvent, question: number): DomainEvent | null {
    const awaited = (stream: string) => this.#missing.awaits(stream, question);
    const streams = streamsOf(event, this.#deps.engine.rows);
    if (streams === null || streams.every(awaited)) return event;
    if (event.source !== 'rest' || event.event !== 'servers') return null;
    const servers = event.data.servers.filter(({ id }) => awaited(serverStream(id, 'list')));
    return { ...event, data: { ...event.data, servers } };
  }
}

/** Whether a stream may be of one of these servers; one without an id may be any. */
function mayBe(servers: ReadonlySet<string | null>, stream: string): boolean {
  const name = parseStream(stream);
  return servers.has(null) || (name?.resource === 'server' && servers.has(name.id));
}
