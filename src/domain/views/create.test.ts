import { expect, it } from 'vitest';
import { GAME } from '../../protocol/enumerations.ts';
import type { Query } from '../queries.ts';
import { followingEvents, openingEvents } from '../../testing/snapshots.ts';
import { World } from '../../testing/world.ts';
import { fold } from '../fold.ts';
import type { DomainEvent } from '../event.ts';
import { reduce } from '../reduce.ts';
import { applyChanges, createRows } from '../state.ts';
import { createView } from './create.ts';
import { canonicalList, canonicalQuery } from './canonical.ts';

type Servers = Extract<Query, { view: 'servers' }>;
type Players = Extract<Query, { view: 'players' }>;

const window = { from: 0, to: 50 };
const servers = (filter: Servers['filter'], more: Partial<Servers> = {}): Servers => ({
  view: 'servers',
  filter,
  sort: 'identifier',
  direction: 'asc',
  window,
  ...more,
});
const players = (text: string): Players => ({
  view: 'players',
  server_id: 's',
  text,
  sort: 'name',
  direction: 'asc',
  window,
});

it('queries that show the same have the same text', () => {
  expect(canonicalQuery(servers({ text: ' EU ' }))).toBe(canonicalQuery(servers({ text: 'eu' })));
  expect(canonicalQuery(servers({ text: ' ', games: [], states: [] }))).toBe(
    canonicalQuery(servers({})),
  );
  const [first, second] = [
    [GAME.RUST, GAME.DAYZ, GAME.RUST],
    [GAME.DAYZ, GAME.RUST],
  ];
  expect(canonicalQuery(servers({ games: first }))).toBe(
    canonicalQuery(servers({ games: second })),
  );
  expect(canonicalQuery(servers({ states: ['online', 'error'] }))).toBe(
    canonicalQuery(servers({ states: ['error', 'online'] })),
  );
  expect(canonicalQuery(players(' ANN'))).toBe(canonicalQuery(players('ann')));
});

it('sums tell which tags there are when a server is given others and nothing else', () => {
  const world = new World();
  const server = world.addServer('Alpha', 10);
  world.addServer('Beta', 10);
  const rows = createRows();
  fold(rows, openingEvents(world));
  const view = createView(rows, { view: 'totals' });
  const tell = (tags: string[]) => {
    const frame = world.configure(server, { tags });
    const changes = reduce(rows, { source: 'realtime', ...frame } as DomainEvent);
    applyChanges(rows, changes);
    return view.apply(changes);
  };
  const told = (tags: string[]) => [
    { op: 'set', row: expect.objectContaining({ tags }) as object },
  ];
  expect(tell(['hard', 'EU'])).toEqual(told(['EU', 'hard']));
  expect(tell(['EU'])).toEqual(told(['EU']));
  expect(tell([])).toEqual(told([]));
});

it('sums miss no figures of a server that rests, and those of one that does not report', () => {
  const world = new World();
  const rows = createRows();
  world.addServer('Alpha', 10);
  fold(rows, openingEvents(world));
  const [row] = rows.servers.values();
  const view = createView(rows, { view: 'totals' });
  const unknown = { ...row!.population, players: null, slots: null, queue: null } as const;
  const tell = (restricted: boolean) => {
    const before = rows.servers.get(row!.id);
    const configuration = { ...row!.configuration, restricted };
    const after = { ...row!, configuration, population: unknown };
    const changes = [{ table: 'servers' as const, id: row!.id, before, after }];
    applyChanges(rows, changes);
    view.apply(changes);
    return view.snapshot().rows[0];
  };
  expect(tell(false)).toMatchObject({ servers: 1, unknown: 1 });
  expect(tell(true)).toMatchObject({ servers: 1, unknown: 0, slots: 0 });
  expect(tell(false)).toMatchObject({ servers: 1, unknown: 1 });
});

it('tells where a person is on all servers, from the moment that it is known until they leave', () => {
  const world = new World();
  const [alpha, beta] = [world.addServer('Alpha', 10), world.addServer('Beta', 10)];
  const rows = createRows();
  fold(rows, openingEvents(world));
  const ann = 'a'.repeat(24);
  const view = createView(rows, { view: 'places', muster_id: ann });
  const tell = (frames: ReturnType<World['join']>) => {
    for (const frame of frames) {
      const changes = reduce(rows, { source: 'realtime', ...frame } as DomainEvent);
      applyChanges(rows, changes);
      view.apply(changes);
    }
    return view.snapshot().rows.map((row) => ('server_id' in row ? row.server_id : null));
  };
  expect(tell(world.join(alpha, 'Ann', { muster_id: ann }))).toEqual([alpha.id]);
  expect(tell(world.join(beta, 'Bob'))).toEqual([alpha.id]);
  expect(tell(world.join(beta, 'Ann', { muster_id: ann }))).toEqual([alpha.id, beta.id]);
  const [first] = alpha.players.values();
  expect(tell(world.leave(alpha, first!))).toEqual([beta.id]);
});

it('a player is listed with what is told of who they are, from the moment it is', () => {
  const world = new World();
  const server = world.addServer('Alpha', 10);
  world.join(server, 'Ann');
  const rows = createRows();
  fold(rows, openingEvents(world));
  const view = createView(rows, { ...players(''), server_id: server.id });
  const [ann] = rows.players.values();
  const known = { guid: null, steam_id: null, bohemia_id: null, position: null };
  const after = { id: ann!.id, server_id: server.id, ip: '192.0.2.7', ...known };
  const change = { table: 'identities', id: ann!.id, before: undefined, after } as const;
  applyChanges(rows, [change]);
  expect(view.apply([change])).toMatchObject([{ op: 'set', row: { ip: '192.0.2.7' } }]);
});

it('queries that may show something else have another text', () => {
  const all = [
    servers({}),
    servers({ text: 'eu' }),
    servers({ text: 'us' }),
    servers({ games: [GAME.DAYZ] }),
    servers({ games: [GAME.RUST] }),
    servers({ states: ['online'] }),
    servers({}, { direction: 'desc' }),
    servers({}, { window: { from: 50, to: 100 } }),
    players(''),
    players('straße'),
    players('strasse'),
  ];
  expect(new Set(all.map(canonicalQuery)).size).toBe(all.length);
});

it('windows on one list have the same text, and lists that differ have not', () => {
  const further = servers({}, { window: { from: 50, to: 100 } });
  expect(canonicalList(further)).toBe(canonicalList(servers({})));
  expect(canonicalList(servers({ text: 'eu' }))).not.toBe(canonicalList(servers({})));
});

it('a player is shown with every identifier that is held, and found by each', () => {
  const world = new World();
  const server = world.addServer('Alpha', 40);
  world.join(server, 'Ann');
  const rows = createRows();
  fold(rows, [...openingEvents(world), ...followingEvents(world, server, ['feed-personal'])]);
  const [player] = rows.players.values();
  const told = {
    ip: '203.0.113.7',
    guid: 'a'.repeat(32),
    steam_id: '76561198000000001',
    bohemia_id: 'b'.repeat(44),
    position: { x: 1, y: 2, height: 3, at: 4 },
  };
  const id = player!.id;
  const after = { id, server_id: server.id, ...told };
  applyChanges(rows, [{ table: 'identities', id, before: rows.identities.get(id), after }]);
  const shown = (text: string) =>
    createView(rows, { ...players(text), server_id: server.id }).snapshot().rows;
  expect(shown('')).toMatchObject([told]);
  for (const text of ['ann', told.ip, told.guid, told.steam_id, told.bohemia_id]) {
    expect(shown(text)).toHaveLength(1);
  }
  expect(shown('nobody')).toEqual([]);
});
