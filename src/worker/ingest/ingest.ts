import { realtimeEvent, type DomainEvent } from '../../domain/event.ts';
import { cursorOf, place } from '../../domain/position.ts';
import { parseFrame, type Frame } from '../../protocol/frames.ts';
import { parseStream, serverStream } from '../../protocol/streams.ts';
import type { Engine } from '../engine/engine.ts';
import type { Environment } from '../environment.ts';
import type { Link } from '../link/link.ts';

export interface IngestDeps {
  readonly environment: Environment;
  readonly engine: Engine;
  readonly link: Pick<Link, 'acknowledged' | 'keepalive'>;
  /** Fetches snapshots of these streams and gives them to `snapshot`; the streams are then settled. */
  readonly fetchSnapshots: (streams: readonly string[]) => Promise<readonly DomainEvent[]>;
  /** The socket follows its streams again: ask for those that tabs look at. */
  readonly acknowledged: () => void;
}

/** Frames that wait for a snapshot, per stream; more than this and the snapshot will be newer anyway. */
const MAX_WAITING = 5_000;
const RETRY_MS = 2_000;

/** Takes frames in, once and in order; what cannot be placed waits for a snapshot. */
export class Ingest {
  readonly #deps: IngestDeps;
  #queue: string[] = [];
  #scheduled = false;
  /** Streams whose snapshot is missing, with the frames that came meanwhile. */
  readonly #waiting = new Map<string, Frame[]>();
  #asked = new Set<string>();
  #fetching = false;
  unknown = 0;
  malformed = 0;
  duplicates = 0;
  snapshots = 0;

  constructor(deps: IngestDeps) {
    this.#deps = deps;
  }

  /** A frame came; it is folded with those that come in the same moment. */
  receive(text: string): void {
    this.#queue.push(text);
    if (this.#scheduled) return;
    this.#scheduled = true;
    this.#deps.environment.clock.after(0, () => {
      this.#scheduled = false;
      this.#drain();
    });
  }

  /** What an earlier connection left unfinished is void. */
  reset(): void {
    this.#queue = [];
    this.#waiting.clear();
    this.#asked.clear();
  }

  /** Asks for a snapshot of a stream, though nothing is missing: what it tells of changed elsewhere. */
  renew(stream: string): void {
    this.#need(stream);
    this.#fetch();
  }

  #drain(): void {
    const texts = this.#queue;
    this.#queue = [];
    this.#deps.engine.batch(() => {
      for (const text of texts) {
        const parsed = parseFrame(text);
        if (parsed.ok) this.#take(parsed.frame);
        else if (parsed.kind === 'unknown-event') this.#takeUnknown(parsed.envelope);
        else {
          this.malformed += 1;
          this.#deps.environment.log('A malformed frame was left out.', parsed.detail);
        }
      }
    });
    this.#fetch();
  }

  /** An event of a newer host changes nothing, but takes its position. */
  #takeUnknown(envelope: { stream?: string | undefined; seq?: number | undefined }): void {
    this.unknown += 1;
    if (envelope.stream === undefined || envelope.seq === undefined) return;
    const placement = place(this.#deps.engine.rows, {
      stream: envelope.stream,
      seq: envelope.seq,
    });
    if (placement === 'apply' || placement === 'gap') this.#need(envelope.stream);
  }

  #take(frame: Frame): void {
    const { engine } = this.#deps;
    if (frame.stream !== undefined && this.#waiting.has(frame.stream)) {
      this.#wait(frame.stream, frame);
      return;
    }
    switch (place(engine.rows, frame)) {
      case 'apply':
        engine.dispatch(realtimeEvent(frame));
        if (frame.event === 'update') this.#need(frame.stream ?? '');
        return;
      case 'duplicate':
        this.duplicates += 1;
        return;
      case 'gap':
      case 'no-head':
        if (frame.stream !== undefined) {
          this.#need(frame.stream);
          this.#wait(frame.stream, frame);
        }
        return;
      case 'unsequenced':
        this.#takeMoment(frame);
        return;
      case 'unknown-stream':
        this.unknown += 1;
    }
  }

  #takeMoment(frame: Frame): void {
    const { engine, link } = this.#deps;
    engine.dispatch(realtimeEvent(frame));
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
        for (const stream of frame.data.detached) this.#forget(stream);
        this.#attached(frame.data.attached);
        return;
      case 'keepalive':
        link.keepalive(frame.data.sent);
    }
  }

  /** Servers that are held and no longer attached are gone, or no longer ours to see. */
  #dropAbsent(attached: ReadonlySet<string>, at: number): void {
    const streams = [...this.#deps.engine.rows.servers.keys()]
      .map((id) => serverStream(id, 'list'))
      .filter((stream) => !attached.has(stream));
    if (streams.length === 0) return;
    this.#deps.engine.dispatch({ source: 'link', event: 'released', at, data: { streams } });
  }

  #attached(streams: readonly { readonly stream: string; readonly resumed: boolean }[]): void {
    for (const { stream, resumed } of streams) {
      if (resumed) continue;
      const name = parseStream(stream);
      // Metrics tell of moments: there is nothing to catch up with.
      if (name === null || (name.resource === 'server' && name.audience === 'metrics')) continue;
      this.#need(stream);
    }
  }

  #need(stream: string): void {
    if (!this.#waiting.has(stream)) this.#waiting.set(stream, []);
    // One that is being fetched may be older than what asked for it.
    this.#asked.add(stream);
  }

  #forget(stream: string): void {
    this.#waiting.delete(stream);
    this.#asked.delete(stream);
  }

  #wait(stream: string, frame: Frame): void {
    const frames = this.#waiting.get(stream);
    if (frames === undefined) return;
    if (frames.length >= MAX_WAITING) frames.length = 0;
    frames.push(frame);
  }

  #fetch(): void {
    if (this.#fetching || this.#asked.size === 0) return;
    const streams = [...this.#asked];
    this.#asked = new Set();
    this.#fetching = true;
    this.#deps.fetchSnapshots(streams).then(
      (events) => this.#settle(streams, events),
      (error: unknown) => {
        this.#deps.environment.log('A snapshot could not be fetched; trying again.', error);
        this.#again(streams);
      },
    );
  }

  #settle(streams: readonly string[], events: readonly DomainEvent[]): void {
    this.#fetching = false;
    const { engine } = this.#deps;
    engine.batch(() => {
      for (const event of events) engine.dispatch(event);
      this.snapshots += events.length;
      for (const stream of streams) {
        if (this.#asked.has(stream)) continue;
        const frames = this.#waiting.get(stream);
        if (frames === undefined) continue;
        this.#waiting.delete(stream);
        // A stream without a head row after its snapshot tells of what is gone.
        if (cursorOf(engine.rows, stream) === undefined) continue;
        for (const frame of frames) this.#take(frame);
      }
    });
    this.#fetch();
  }

  #again(streams: readonly string[]): void {
    this.#deps.environment.clock.after(RETRY_MS, () => {
      this.#fetching = false;
      for (const stream of streams) if (this.#waiting.has(stream)) this.#asked.add(stream);
      this.#fetch();
    });
  }
}
