import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DomainEvent } from '../../domain/event.ts';
import { fold } from '../../domain/fold.ts';
import { hashRows } from '../../domain/hash.ts';
import { FACT_TABLES } from '../../domain/rows.ts';
import { cursorOf } from '../../domain/position.ts';
import { createRows, type Rows } from '../../domain/state.ts';
import type { Frame } from '../../protocol/frames.ts';
import { accountStream, parseStream, serverStream } from '../../protocol/streams.ts';
import { createLoad } from '../../testing/frames.ts';
import { followingEvents, openingEvents } from '../../testing/snapshots.ts';
import { World } from '../../testing/world.ts';
import type { WorldServer } from '../../testing/world-server.ts';
import { environmentDouble, ManualClock } from '../doubles.ts';
import { Engine } from '../engine/engine.ts';
import { Ingest } from './ingest.ts';
import { SnapshotError } from './snapshots.ts';

const TOPICS = ['feed', 'console', 'metrics', 'feed-personal'] as const;

interface Question {
  readonly streams: readonly string[];
  readonly answer: () => void;
  readonly fail: () => void;
}

/** What the host answers when it is asked for these streams now. */
function snapshots(world: World, streams: readonly string[]): readonly DomainEvent[] {
  return streams.flatMap((stream): readonly DomainEvent[] => {
    const name = parseStream(stream);
    if (name?.resource !== 'server') return openingEvents(world).slice(0, 1);
    const server = world.servers.find(({ id, destroyed }) => id === name.id && !destroyed);
    if (server === undefined || name.audience === 'metrics') return [];
    if (name.audience !== 'list') return followingEvents(world, server, [name.audience], 10_000);
    const data = { servers: [world.snapshot(server)], whole: false };
    return [{ source: 'rest', event: 'servers', at: world.at, data }];
  });
}

/** An ingest that begins with a world's rows; the test answers when snapshots are asked for. */
class Trial {
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
      fetchSnapshots: (streams) =>
        new Promise((resolve, reject) => {
          this.questions += 1;
          const leave = () => this.asked.splice(this.asked.indexOf(question), 1);
          const question: Question = {
            streams,
            answer: () => {
              leave();
              resolve(snapshots(world, streams));
            },
            fail: () => {
              leave();
              reject(new SnapshotError('unreachable'));
            },
          };
          this.asked.push(question);
        }),
    });
  }

  async deliver(...frames: readonly (Frame | object)[]): Promise<void> {
    for (const frame of frames) this.ingest.receive(JSON.stringify(frame));
    await this.clock.advance(0);
  }

  async answer(): Promise<void> {
    for (const question of [...this.asked]) question.answer();
    await this.clock.advance(0);
  }

  /** Every answer comes, until nothing is asked any more. */
  async calm(): Promise<void> {
    for (let round = 0; round < 100 && this.asked.length > 0; round++) await this.answer();
    expect(this.asked).toEqual([]);
  }
}

function opening(world: World, watched: readonly WorldServer[]): readonly DomainEvent[] {
  const topics = watched.flatMap((server) => followingEvents(world, server, TOPICS, 10_000));
  return [...openingEvents(world), ...topics];
}

function trial(): { trial: Trial; world: World; server: WorldServer } {
  const world = new World();
  const server = world.addServer('Alpha', 40);
  return { trial: new Trial(world, [server]), world, server };
}

function players(of: Trial, server: WorldServer): number | null | undefined {
  return of.engine.rows.servers.get(server.id)?.population.players;
}

describe('the ingest', () => {
  it('applies what comes twice once, and counts it', async () => {
    const { trial: it, world, server } = trial();
    const [create] = world.join(server, 'Survivor');
    await it.deliver(create!, create!);
    await it.deliver(create!);
    expect(players(it, server)).toBe(1);
    expect(it.ingest.duplicates).toBe(2);
    expect(it.questions).toBe(0);
  });

  it('asks for one snapshot at a gap, however much comes after it', async () => {
    const { trial: it, world, server } = trial();
    world.join(server, 'Lost');
    await it.deliver(world.join(server, 'Two')[0]!);
    await it.deliver(world.join(server, 'Three')[0]!, world.join(server, 'Four')[0]!);
    expect(it.asked.map(({ streams }) => streams)).toEqual([[serverStream(server.id, 'list')]]);
    expect(players(it, server)).toBe(0);
    await it.answer();
    expect(players(it, server)).toBe(4);
    await it.deliver(world.join(server, 'Five')[0]!);
    expect(players(it, server)).toBe(5);
    expect([it.questions, it.ingest.snapshots]).toEqual([1, 1]);
  });

  it('keeps frames of an unknown stream until its snapshot is there', async () => {
    const { trial: it, world } = trial();
    const added = world.addServer('Bravo', 20);
    const first = world.join(added, 'One')[0]!;
    await it.deliver(first);
    expect(it.engine.rows.servers.has(added.id)).toBe(false);
    const [question] = it.asked;
    question!.answer();
    // Told by the host after the snapshot was made, and here before it came.
    it.ingest.receive(JSON.stringify(world.join(added, 'Two')[0]!));
    await it.clock.advance(0);
    expect(players(it, added)).toBe(2);
    expect(it.questions).toBe(1);
  });

  it('fetches the session at an update, and holds its position only then', async () => {
    const { trial: it, world, server } = trial();
    const stream = accountStream(world.muster_id);
    await it.deliver(world.permit(server, ['server.view']));
    expect(it.asked.map(({ streams }) => streams)).toEqual([[stream]]);
    expect(cursorOf(it.engine.rows, stream)).toBe(0);
    await it.answer();
    expect(cursorOf(it.engine.rows, stream)).toBe(1);
    expect(it.engine.rows.account.get('me')?.servers[server.id]).toEqual(['server.view']);
  });

  it('fetches the session again where it was told of another update meanwhile', async () => {
    const { trial: it, world, server } = trial();
    await it.deliver(world.permit(server, ['server.view']));
    const [question] = it.asked;
    question!.answer();
    it.ingest.receive(JSON.stringify(world.permit(server, ['server.view', 'server.kick'])));
    await it.clock.advance(0);
    await it.calm();
    expect(it.engine.rows.account.get('me')?.servers[server.id]).toEqual([
      'server.view',
      'server.kick',
    ]);
  });

  it('takes a snapshot of each stream that it could not follow', async () => {
    const { trial: it, world, server } = trial();
    world.join(server, 'Lost');
    const streams = (['list', 'feed'] as const).map((audience) => ({
      stream: serverStream(server.id, audience),
      head: server.heads[audience],
      resumed: false,
    }));
    await it.deliver({ event: 'refresh', at: world.at, data: { reason: 'overflow', streams } });
    expect(it.asked.map((question) => question.streams)).toEqual([
      streams.map(({ stream }) => stream),
    ]);
    await it.answer();
    expect(players(it, server)).toBe(1);
    expect(it.engine.rows.feed.size).toBe(1);
  });

  it('goes on with metrics after a hole, since there is nothing to fetch of them', async () => {
    const { trial: it, world, server } = trial();
    const [create] = world.join(server, 'Survivor');
    await it.deliver(create!);
    const [player] = [...server.players.keys()];
    world.metrics(server, { [player!]: 10 });
    await it.deliver(world.metrics(server, { [player!]: 20 }));
    await it.calm();
    expect(it.engine.rows.players.get(player!)?.ping).toBe(20);
    await it.deliver(world.metrics(server, { [player!]: 30 }));
    await it.calm();
    expect(it.engine.rows.players.get(player!)?.ping).toBe(30);
    expect(it.questions).toBe(0);
  });

  it('takes no measurement of a stream that it does not follow', async () => {
    const { trial: it, world, server } = trial();
    const stream = serverStream(server.id, 'metrics');
    const data = { server_id: server.id, attached: [], detached: [stream], refused: [] };
    await it.deliver({ event: 'event_subscription', at: world.at, data });
    await it.deliver(world.metrics(server, {}));
    await it.calm();
    expect(cursorOf(it.engine.rows, stream)).toBeUndefined();
  });

  it('forgets what a detached stream told, also where its snapshot is on the way', async () => {
    const { trial: it, world, server } = trial();
    await it.deliver(...world.join(server, 'Survivor'));
    const feed = serverStream(server.id, 'feed');
    const list = serverStream(server.id, 'list');
    world.join(server, 'Lost');
    await it.deliver(...world.join(server, 'Late'));
    const data = { server_id: server.id, attached: [], detached: [feed, list], refused: [] };
    await it.deliver({ event: 'event_subscription', at: world.at, data });
    expect(it.engine.rows.feed.size).toBe(0);
    expect(it.engine.rows.servers.has(server.id)).toBe(false);
    await it.calm();
    expect(it.engine.rows.feed.size).toBe(0);
    expect(it.engine.rows.servers.has(server.id)).toBe(false);
  });

  it('counts events of a newer host, and takes a snapshot for what they may have changed', async () => {
    const { trial: it, world, server } = trial();
    await it.deliver({ event: 'weather', at: 1, data: { rain: true } });
    expect([it.ingest.unknown, it.questions]).toEqual([1, 0]);
    server.heads.list += 1;
    const stream = serverStream(server.id, 'list');
    await it.deliver({ event: 'weather', at: 1, stream, seq: server.heads.list, data: {} });
    await it.answer();
    await it.deliver(world.join(server, 'Survivor')[0]!);
    expect(players(it, server)).toBe(1);
    expect([it.ingest.unknown, it.questions]).toEqual([2, 1]);
  });

  it('leaves malformed frames out, says so, and heals the hole', async () => {
    const { trial: it, world, server } = trial();
    const [create] = world.join(server, 'Survivor');
    await it.deliver({ ...create, data: { server: 7 } });
    expect(it.ingest.malformed).toBe(1);
    expect(it.logged).toHaveLength(1);
    await it.deliver(world.join(server, 'Two')[0]!);
    await it.calm();
    expect(players(it, server)).toBe(2);
  });

  it('asks again two seconds after a snapshot failed', async () => {
    const { trial: it, world, server } = trial();
    world.join(server, 'Lost');
    await it.deliver(world.join(server, 'Two')[0]!);
    it.asked[0]!.fail();
    await it.clock.advance(1_999);
    expect(it.questions).toBe(1);
    await it.clock.advance(1);
    expect(it.questions).toBe(2);
    await it.answer();
    expect(players(it, server)).toBe(2);
  });

  it('hears no answer that was asked for over an earlier connection', async () => {
    const { trial: it, world, server } = trial();
    await it.deliver(world.permit(server, ['server.view']));
    it.ingest.reset();
    await it.answer();
    expect(cursorOf(it.engine.rows, accountStream(world.muster_id))).toBe(0);
  });

  it('acknowledges after the rows hold what came, and lets go of servers that are gone', async () => {
    const { trial: it, world, server } = trial();
    const data = {
      protocol: 1,
      build: 'host',
      muster_id: world.muster_id,
      keepalive: 4_000,
      streams: [{ stream: accountStream(world.muster_id), head: 0, resumed: true }],
    };
    await it.deliver({ event: 'ack', at: world.at, data });
    expect(it.keepalives).toEqual([4_000]);
    expect(it.acknowledged).toBe(1);
    expect(it.engine.rows.servers.has(server.id)).toBe(false);
  });
});

/** How a run of frames comes: with which fate for each in turn, and in what order of streams. */
type Step =
  | { kind: 'take'; count: number; fates: readonly ('arrives' | 'lost' | 'doubled')[] }
  | { kind: 'take-by-stream'; count: number; fates: readonly 'arrives'[] }
  | { kind: 'answer' | 'fail' | 'reconnect' };

const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant('take' as const),
        count: fc.integer({ min: 1, max: 12 }),
        fates: fc.array(fc.constantFrom('arrives', 'arrives', 'arrives', 'lost', 'doubled'), {
          minLength: 1,
          maxLength: 12,
        }),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('take-by-stream' as const),
        count: fc.integer({ min: 1, max: 12 }),
        fates: fc.constant(['arrives' as const]),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constantFrom('answer', 'fail', 'reconnect') }),
    },
  ) as fc.Arbitrary<Step>,
  { maxLength: 40, size: 'max' },
);

/** Where metrics begin in a client tells of its connection; the other streams' rows stand below. */
const FACTS = FACT_TABLES.filter((table) => table !== 'streams');

function positions(rows: Rows): readonly (readonly [string, number])[] {
  return [...rows.streams.values()].map(({ id, position }) => [id, position] as const).sort();
}

describe('whatever is lost, doubled, interleaved or cut', () => {
  it('the rows end as a fold of all frames', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.nat(), async (all, seed) => {
        const load = createLoad({ seed, servers: 3, players: 12, watched: 2 });
        const { world } = load;
        const watched = world.servers.slice(0, 2);
        const it = new Trial(world, watched);
        const begin = opening(world, watched);
        const told: Frame[] = [];
        /** What the host has in its log and a socket that resumes gets. */
        const resumed = (): readonly Frame[] =>
          told.filter(({ stream, seq }) => {
            const cursor = stream === undefined ? 0 : cursorOf(it.engine.rows, stream);
            return cursor === undefined || (seq ?? 0) > cursor;
          });
        for (const step of all) {
          if (step.kind === 'take' || step.kind === 'take-by-stream') {
            const frames = [...load.take(step.count)];
            told.push(...frames);
            if (step.kind === 'take-by-stream') {
              frames.sort((a, b) => (a.stream ?? '').localeCompare(b.stream ?? ''));
            }
            for (const [index, frame] of frames.entries()) {
              const fate = step.fates[index % step.fates.length];
              if (fate === 'lost') continue;
              await it.deliver(...(fate === 'doubled' ? [frame, frame] : [frame]));
            }
          } else if (step.kind === 'answer') await it.answer();
          else if (step.kind === 'fail') {
            for (const question of [...it.asked]) question.fail();
            await it.clock.advance(2_000);
          } else {
            it.ingest.reset();
            it.asked.length = 0;
            await it.deliver(...resumed());
          }
        }
        it.ingest.reset();
        it.asked.length = 0;
        await it.deliver(...resumed());
        await it.calm();
        // A ping of somebody who was not known yet is told again with the next measurement.
        for (const server of watched) {
          const pings = Object.fromEntries([...server.players.keys()].map((id) => [id, 30]));
          const frame = world.metrics(server, pings);
          told.push(frame);
          await it.deliver(frame);
        }
        const rows = createRows();
        fold(rows, begin);
        fold(
          rows,
          told.map((frame) => ({ source: 'realtime' as const, ...frame })),
        );
        expect(hashRows(it.engine.rows, FACTS)).toBe(hashRows(rows, FACTS));
        expect(positions(it.engine.rows)).toEqual(positions(rows));
        expect(it.ingest.malformed).toBe(0);
      }),
      { numRuns: 60 },
    );
  });
});
