import type { DomainEvent } from '../../src/domain/event.ts';
import type { Frame } from '../../src/protocol/frames.ts';
import { isFiltered, parseStream } from '../../src/protocol/streams.ts';
import { followingEvents, openingEvents } from '../../src/testing/snapshots.ts';
import { World } from '../../src/testing/world.ts';
import type { WorldServer } from '../../src/testing/world-server.ts';
import { environmentDouble, ManualClock } from '../../src/worker/doubles.ts';
import { Engine } from '../../src/worker/engine/engine.ts';
import { Ingest } from '../../src/worker/ingest/ingest.ts';
import { SnapshotError, type SnapshotOutcome } from '../../src/worker/ingest/snapshots.ts';

const TOPICS = ['feed', 'console', 'metrics', 'feed-personal'] as const;

interface Question {
  readonly streams: readonly string[];
  readonly answer: () => void;
  /** The host answers with how things are now; what it says comes when that is called. */
  readonly hold: () => () => void;
  /** The host does not give it any more. */
  readonly refuse: () => void;
  readonly fail: () => void;
}

/** What the host answers when it is asked for these streams now. */
function snapshots(world: World, streams: readonly string[]): readonly DomainEvent[] {
  return streams.flatMap((stream): readonly DomainEvent[] => {
    const name = parseStream(stream);
    if (name?.resource !== 'server') return openingEvents(world).slice(0, 1);
    const server = world.servers.find(({ id, destroyed }) => id === name.id && !destroyed);
    if (server === undefined || name.audience === 'metrics') return [];
    if (isFiltered(name.audience)) return [];
    if (name.audience !== 'list') return followingEvents(world, server, [name.audience], 10_000);
    const data = { servers: [world.snapshot(server)], whole: false };
    return [{ source: 'rest', event: 'servers', at: world.at, data }];
  });
}

/** An ingest that begins with a world's rows; the test answers when snapshots are asked for. */
export class Trial {
  readonly clock = new ManualClock();
  readonly engine = new Engine();
  readonly world: World;
  readonly asked: Question[] = [];
  readonly keepalives: number[] = [];
  readonly logged: string[];
  readonly ingest: Ingest;
  /** Questions in all. */
  questions = 0;
  acknowledged = 0;

  constructor(world: World, watched: readonly WorldServer[]) {
    this.world = world;
    const environment = environmentDouble({ clock: this.clock });
    this.logged = environment.logged;
    for (const event of opening(world, watched)) this.engine.dispatch(event);
    this.ingest = new Ingest({
      environment,
      engine: this.engine,
      link: { acknowledged: (ms) => this.keepalives.push(ms), keepalive: () => {} },
      acknowledged: () => (this.acknowledged += 1),
      subscribed: () => {},
      presence: () => {},
      snapshotQuestions: (streams) =>
        streams.length === 0 ? [] : [{ streams, ask: (answered) => this.#ask(streams, answered) }],
    });
  }

  #ask(
    streams: readonly string[],
    answered: (event: DomainEvent) => void,
  ): Promise<SnapshotOutcome> {
    this.questions += 1;
    return new Promise((resolve, reject) => {
      const leave = () => this.asked.splice(this.asked.indexOf(question), 1);
      const question: Question = {
        streams,
        hold: () => {
          const events = snapshots(this.world, streams);
          leave();
          return () => {
            for (const event of events) answered(event);
            resolve('complete');
          };
        },
        answer: () => question.hold()(),
        refuse: () => {
          leave();
          resolve('refused');
        },
        fail: () => {
          leave();
          reject(new SnapshotError('unreachable'));
        },
      };
      this.asked.push(question);
    });
  }

  async deliver(...frames: readonly (Frame | object)[]): Promise<void> {
    for (const frame of frames) this.ingest.receive(JSON.stringify(frame));
    await this.clock.advance(0);
  }

  async answer(): Promise<void> {
    for (const question of this.asked.slice()) question.answer();
    await this.clock.advance(0);
  }

  /** Every answer comes, until nothing is asked any more. */
  async calm(): Promise<void> {
    for (let round = 0; round < 100 && this.asked.length > 0; round++) await this.answer();
    if (this.asked.length > 0) throw new Error('What is asked has no end.');
  }
}

/** What the host tells at first of all servers, and of those that are watched. */
export function opening(world: World, watched: readonly WorldServer[]): readonly DomainEvent[] {
  const topics = watched.flatMap((server) => followingEvents(world, server, TOPICS, 10_000));
  return [...openingEvents(world), ...topics];
}

/** An ingest that watches a world of one server. */
export function trial(): { trial: Trial; world: World; server: WorldServer } {
  const world = new World();
  const server = world.addServer('Alpha', 40);
  return { trial: new Trial(world, [server]), world, server };
}

/** How many players an ingest's rows count on a server. */
export function players(of: Trial, server: WorldServer): number | null | undefined {
  return of.engine.rows.servers.get(server.id)?.population.players;
}
