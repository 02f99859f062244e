import { shortServerName } from '../servers/server-name.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GAME, SERVER_STATUS } from '../../protocol/enumerations.ts';
import type { SceneSource } from '../../protocol/walls/fields.ts';
import { createLoad } from '../../testing/frames.ts';
import { scenarios } from '../../testing/scenario.ts';
import { openingEvents } from '../../testing/snapshots.ts';
import type { Change } from '../change.ts';
import { reduce } from '../reduce.ts';
import type { ConnectionState, ServerRow } from '../rows.ts';
import { POLLED_STALE_AFTER, populationFreshness, serverStatus } from '../servers/status.ts';
import { applyChanges, createRows, mergeChanges, type Rows } from '../state.ts';
import { createView } from '../views/create.ts';
import { serverFilter } from '../views/servers.ts';
import type { PackedQuery } from '../queries.ts';
import { STRIDE, type WallRow } from './packed.ts';
import { PackedRows } from './packed-rows.ts';
import { Packer } from './packer.ts';

const source: fc.Arbitrary<SceneSource> = fc.oneof(
  fc.record({
    kind: fc.constant('servers' as const),
    server_ids: fc.subarray([
      '000000000000000000000002',
      '000000000000000000000003',
      '00000000000000000000000f',
    ]),
  }),
  fc.record({
    kind: fc.constant('filter' as const),
    filter: fc.record({
      text: fc.constantFrom('', 's', 'First'),
      games: fc.subarray([GAME.DAYZ, GAME.ARMA2]),
      states: fc.subarray([...SERVER_STATUS]),
    }),
  }),
);
const queries: fc.Arbitrary<PackedQuery> = fc
  .array(source, { maxLength: 3 })
  .map((sources) => ({ view: 'wall', sources }));

const EVERYTHING: PackedQuery = {
  view: 'wall',
  sources: [{ kind: 'filter', filter: { text: '', games: [], states: [] } }],
};

/** A server as the host lists it. */
const listed = openingEvents(createLoad({ seed: 1, servers: 1, players: 0 }).world)
  .flatMap((event) => (event.event === 'servers' ? event.data.servers : []))
  .map(({ players: _, ...row }): ServerRow => row)[0]!;

/** What a wall is to know of a server. */
function wallRow(server: ServerRow): WallRow {
  const { configuration, population, state, environment } = server;
  return {
    id: server.id,
    called: shortServerName(configuration),
    game: configuration.game,
    players: population.players,
    slots: population.slots,
    queue: population.queue?.size ?? null,
    ...serverStatus(server),
    source: population.source,
    followed: state.state === 'CONNECTED' && state.ready,
    offline: state.offline,
    observed_at: population.observed_at,
    since: state.since,
    startUnknown: environment.next_restart.start_unknown === true,
    restart: Date.parse(environment.next_restart.local ?? '') || null,
  };
}

/** The servers of a wall in the order of their names, without any packing. */
function expected(rows: Rows, { sources }: PackedQuery): readonly WallRow[] {
  const all = createView(rows, {
    view: 'servers',
    filter: {},
    sort: 'identifier',
    direction: 'asc',
    window: { from: 0, to: 1_000 },
  }).snapshot().rows as readonly ServerRow[];
  return all
    .filter((server) =>
      sources.some((one) =>
        one.kind === 'servers'
          ? one.server_ids.includes(server.id)
          : serverFilter(one.filter)(server),
      ),
    )
    .map(wallRow);
}

function unpacked(held: PackedRows): readonly (WallRow | undefined)[] {
  return [...held.order].map((place) => held.row(place));
}

describe('a wall, packed', { timeout: 30_000 }, () => {
  it('unpacks to the servers that it shows, whatever happens and however it is batched and told', () => {
    fc.assert(
      fc.property(
        scenarios,
        queries,
        fc.array(fc.integer({ min: 1, max: 20 })),
        fc.array(fc.boolean()),
        fc.boolean(),
        ({ events }, query, sizes, told, merged) => {
          const rows = createRows();
          const view = createView(rows, query);
          const packer = new Packer(view.snapshot());
          const held = new PackedRows();
          held.apply(packer.begin());
          const rest = [...events];
          while (rest.length > 0) {
            const batch: Change[] = [];
            for (const event of rest.splice(0, sizes.shift() ?? 1)) {
              const changes = reduce(rows, event);
              applyChanges(rows, changes);
              batch.push(...changes);
            }
            packer.merge(view.apply(merged ? mergeChanges(batch) : batch));
            // A tab that is slow is told later, of all that happened in the meantime.
            if (told.shift() === false && rest.length > 0) continue;
            for (const { patch } of packer.take()) held.apply(structuredClone(patch));
            expect(unpacked(held)).toEqual(expected(rows, query));
            for (const place of held.order) expect(held.placeOf(held.id(place))).toBe(place);
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  it('tells from packed figures how far they can be trusted', () => {
    const connections: readonly ConnectionState[] = [
      { kind: 'live', since: 0, latency: null },
      { kind: 'lost', since: 0, attempt: 1, retry_at: 9 },
    ];
    fc.assert(
      fc.property(
        scenarios,
        fc.constantFrom(...connections),
        fc.integer({ min: 0, max: 2 * POLLED_STALE_AFTER }),
        ({ events }, connection, age) => {
          const rows = createRows();
          for (const event of events) applyChanges(rows, reduce(rows, event));
          const held = new PackedRows();
          held.apply(new Packer(createView(rows, EVERYTHING).snapshot()).begin());
          for (const server of rows.servers.values()) {
            const now = server.population.observed_at + age;
            const place = held.placeOf(server.id) ?? -1;
            expect(held.freshness(place, connection.kind === 'live', now)).toBe(
              populationFreshness(server, connection, now),
            );
          }
        },
      ),
    );
  });

  it('has room for any number of servers, however many there were at first', () => {
    const held = new PackedRows();
    for (const count of [1, 500]) {
      const places = Array.from({ length: count }, (_, place) => place);
      held.apply({
        whole: true,
        gone: [],
        named: {
          places,
          ids: places.map(String),
          names: places.map((place) => ({ identifier: String(place) })),
          games: [],
          tags: [],
        },
        figures: new Float64Array(places.flatMap((place) => [place, place, 60, -1, 0, 0, 0, -1])),
        order: Uint32Array.from(places),
      });
      expect(places.map((place) => held.figure(place, 'players'))).toEqual(places);
    }
  });

  it('gives nothing where nothing that it shows has changed', () => {
    const rows = createRows();
    const view = createView(rows, { view: 'wall', sources: [] });
    const packer = new Packer(view.snapshot());
    expect(packer.begin()).toMatchObject({ whole: true, order: new Uint32Array(0) });
    const changes = reduce(rows, {
      source: 'link',
      event: 'connection',
      at: 1,
      data: { connection: { kind: 'starting' } },
    });
    applyChanges(rows, changes);
    packer.merge(view.apply(changes));
    expect(packer.take()).toEqual([]);
  });

  it('follows servers that come, go, fill and are called otherwise, also within one batch', () => {
    const NAMES = ['Alpha', 'Bravo', 'Charlie 2', 'Charlie 10'];
    const DEED = ['rename', 'call', 'fill', 'age', 'go'] as const;
    const deed = fc.tuple(fc.nat(3), fc.constantFrom(...DEED), fc.nat(3));
    const batches = fc.array(fc.array(deed, { minLength: 1, maxLength: 6 }), { minLength: 1 });
    fc.assert(
      fc.property(batches, fc.boolean(), ([...told], merged) => {
        const rows = createRows();
        const view = createView(rows, EVERYTHING);
        const packer = new Packer(view.snapshot());
        const held = new PackedRows();
        held.apply(packer.begin());
        for (const deeds of told) {
          const batch = deeds.map(([server, what, value]): Change => {
            const id = String(server).padStart(24, '0');
            const before = rows.servers.get(id);
            const row = before ?? { ...listed, id };
            const { configuration, population, environment } = row;
            const after = {
              rename: { ...row, configuration: { ...configuration, identifier: NAMES[value]! } },
              call: { ...row, configuration: { ...configuration, name: NAMES[value]! } },
              fill: { ...row, population: { ...population, players: value } },
              age: { ...row, environment: { ...environment, uptime: value } },
              go: undefined,
            }[what];
            const change = { table: 'servers', id, before, after } as const;
            applyChanges(rows, [change]);
            return change;
          });
          packer.merge(view.apply(merged ? mergeChanges(batch) : batch));
          for (const { patch } of packer.take()) {
            held.apply(patch);
            // What is called otherwise may be in another scene.
            expect(patch.named === null || patch.order !== null).toBe(true);
          }
          expect(unpacked(held)).toEqual(expected(rows, EVERYTHING));
        }
      }),
      { numRuns: 300 },
    );
  });

  it('told whole to others is the same, and tells once what changed', () => {
    fc.assert(
      fc.property(scenarios, ({ events }) => {
        const rows = createRows();
        const view = createView(rows, EVERYTHING);
        const packer = new Packer(view.snapshot());
        const held = new PackedRows();
        held.apply(packer.begin());
        held.take();
        const touched = new Set<number>();
        let membership = false;
        for (const event of events) {
          const changes = reduce(rows, event);
          applyChanges(rows, changes);
          packer.merge(view.apply(changes));
          for (const { patch } of packer.take()) {
            held.apply(patch);
            membership ||= patch.order !== null;
            for (let at = 0; at < patch.figures.length; at += STRIDE) {
              touched.add(patch.figures[at] ?? -1);
            }
          }
        }
        const change = held.take();
        expect([change.membership, new Set(change.places)]).toEqual([membership, touched]);
        expect(held.take()).toEqual({ membership: false, places: new Uint32Array(0) });
        const other = new PackedRows();
        other.apply(held.whole());
        expect(unpacked(other)).toEqual(unpacked(held));
      }),
    );
  });
});
