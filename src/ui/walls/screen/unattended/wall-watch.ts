import { batch, signal, type ReadonlySignal } from '@preact/signals-react';
import {
  isLoud,
  newlyLoud,
  NO_INCIDENTS,
  watchIncidents,
  type Incident,
  type IncidentRules,
  type Incidents,
  type WatchedServer,
} from '../../../../domain/walls/incidents.ts';
import { QueueMemory } from '../../../../domain/walls/queue-memory.ts';
import {
  rewind,
  RewindRing,
  type RewindEvent,
  type Rewound,
  type Span,
} from '../../../../domain/walls/rewind.ts';
import {
  rotate,
  startRotation,
  type Rotation,
  type RotationEvent,
  type Turns,
} from '../../../../domain/walls/rotation.ts';
import {
  connectionAt,
  noSign,
  signHeard,
  type LinkSign,
} from '../../../../domain/walls/staleness.ts';
import type { Sign } from '../../../../worker/contract.ts';
import { SignOfLife } from '../../../data/sign-of-life.ts';

/** What the watch of a wall needs of the page; `Picture` is what the wall can draw again later. */
export interface WatchDeps<Picture> {
  /** Epoch milliseconds, and those of a clock that only grows. */
  readonly now: () => number;
  readonly elapsed: () => number;
  /** Asks the worker. May reject, and may never answer. */
  readonly sign: () => Promise<Sign>;
  /** Calls back once after so many milliseconds; answers how to call it off. */
  readonly after: (ms: number, callback: () => void) => () => void;
  /** Every server that the wall shows, as it is now. */
  readonly servers: () => Iterable<WatchedServer>;
  /** What can be seen now, to look back at; null where nothing is there yet. */
  readonly picture: () => { readonly picture: Picture; readonly bytes: number } | null;
  /** What is shown in turn, always as it is now. */
  readonly turns: Turns;
  /** The wall is in front. Behind another tab it rests, and what it holds is of the past. */
  readonly awake: () => boolean;
  /** These have just begun and are loud. */
  readonly raised: (incidents: readonly Incident[]) => void;
  readonly rules: IncidentRules;
}

const TICK_MS = 1_000;
/** The host tells of a day in steps, of which the oldest may be half gone. */
const DAY_MS = 23.5 * 3_600_000;

/**
 * Watches a wall without hands: one tick a second asks for signs of life, looks out for incidents, moves
 * the rotation on and keeps pictures of what was seen. What it decides, `src/domain/walls` decides.
 */
export class WallWatch<Picture> {
  readonly #deps: WatchDeps<Picture>;
  readonly #life: SignOfLife<Sign>;
  readonly #sign;
  readonly #ring = new RewindRing<Picture>();
  readonly #now;
  readonly #incidents = signal<Incidents>(NO_INCIDENTS);
  readonly #queues = new QueueMemory();
  readonly #rotation;
  readonly #rewound = signal<Rewound>(null);
  #slept = false;

  constructor(deps: WatchDeps<Picture>) {
    this.#deps = deps;
    const now = deps.now();
    this.#sign = signal<LinkSign>(noSign(now));
    this.#life = new SignOfLife<Sign>({
      elapsed: deps.elapsed,
      ask: deps.sign,
      heard: (told) => {
        this.#sign.value = signHeard(this.#sign.peek(), told, deps.now());
      },
    });
    this.#now = signal(now);
    this.#rotation = signal<Rotation>(startRotation(now));
  }

  /** The moment of the last tick. */
  get now(): ReadonlySignal<number> {
    return this.#now;
  }

  get sign(): ReadonlySignal<LinkSign> {
    return this.#sign;
  }

  get incidents(): ReadonlySignal<Incidents> {
    return this.#incidents;
  }

  get rotation(): ReadonlySignal<Rotation> {
    return this.#rotation;
  }

  /** The past moment that is looked at; null: what is now. */
  get rewound(): ReadonlySignal<Rewound> {
    return this.#rewound;
  }

  /** What was seen in the last minutes. */
  get ring(): Pick<RewindRing<Picture>, 'at' | 'span' | 'bytes' | 'size'> {
    return this.#ring;
  }

  /** Begins; answers how to stop. */
  start(): () => void {
    let cancel = () => {};
    const tick = () => {
      // First of all: a wall whose tick failed once would stand still and look alive.
      cancel = this.#deps.after(TICK_MS, tick);
      this.#tick();
    };
    tick();
    return () => cancel();
  }

  /** Moves, pins or interrupts the rotation. */
  turn(event: RotationEvent): void {
    const now = this.#deps.now();
    this.#rotation.value = rotate(this.#rotation.peek(), this.#deps.turns, event, now);
  }

  /** Looks at the past, or at what is now again. */
  rewind(event: RewindEvent): void {
    const now = this.#deps.now();
    this.#rewound.value = rewind(this.#rewound.peek(), event, this.span(), now);
  }

  /** What can be looked back at: the day that the host keeps, and from when on it was seen here; null: nothing yet. */
  span(): Span | null {
    const seen = this.#ring.span();
    return seen === null ? null : { from: Math.min(seen.from, seen.to - DAY_MS), to: seen.to };
  }

  /** Whether a moment was not seen here, and is known by the days of the servers alone. */
  isOfDay(at: number): boolean {
    const seen = this.#ring.span();
    return seen !== null && at < seen.from;
  }

  #tick(): void {
    this.#life.tick();
    const now = this.#deps.now();
    const past = this.#rewound.peek() !== null;
    batch(() => {
      this.#now.value = now;
      if (this.#sees()) this.#look(now, past);
      this.#move(now, past);
    });
  }

  /** Not with the first tick after a rest: what it holds has to come first. */
  #sees(): boolean {
    const slept = this.#slept;
    this.#slept = !this.#deps.awake();
    return !slept && !this.#slept;
  }

  #look(now: number, past: boolean): void {
    const { servers, rules, raised, picture, turns } = this.#deps;
    const live = connectionAt(this.sign.peek(), now).kind === 'live';
    const before = this.#incidents.peek();
    const after = watchIncidents(before, this.#queues, servers(), live, now, rules);
    this.#incidents.value = after;
    const loud = newlyLoud(before, after, now);
    if (loud.length > 0) {
      this.#rewound.value = null;
      raised(loud);
      const seen = loud.find(({ server_id }) => past || turns.stopOf(server_id) !== null);
      if (seen !== undefined) this.turn({ kind: 'interrupt', server_id: seen.server_id });
    }
    if (!live || !this.#ring.due(now)) return;
    const seen = picture();
    if (seen !== null) this.#ring.add(now, seen.picture, seen.bytes);
  }

  /** `past`: what is shown in turn is of the past until this tick is over. */
  #move(now: number, past: boolean): void {
    if (past) {
      this.rewind({ kind: 'tick' });
      return;
    }
    const loud = this.#incidents.peek().open.some((incident) => isLoud(incident, now));
    if (!loud) this.turn({ kind: 'calm' });
    this.turn({ kind: 'tick' });
  }
}
