import { expect, it } from 'vitest';
import { GAME, type Game } from '../../protocol/enumerations.ts';
import { playerRow } from '../../testing/player-row.ts';
import { createWorldServer } from '../../testing/world-server.ts';
import type { ServerRow } from '../rows.ts';
import { applyChanges, createRows, type Rows } from '../state.ts';
import { search, type SearchQuestion } from './search.ts';

const id = (number: number) => number.toString(16).padStart(24, '0');

function rowsOf(
  servers: Readonly<Record<string, readonly string[]>>,
  game: Game = GAME.DAYZ,
): Rows {
  const rows = createRows();
  let next = 1;
  for (const [identifier, players] of Object.entries(servers)) {
    const { configuration, state, population, environment, deployment } = createWorldServer(
      id(next++),
      identifier,
      60,
      0,
    );
    const server: ServerRow = {
      id: id(next),
      position: 1,
      configuration: { ...configuration, game },
      state,
      population,
      environment,
      deployment,
    };
    applyChanges(rows, [{ table: 'servers', id: server.id, before: undefined, after: server }]);
    for (const name of players) {
      const player = playerRow({ id: id(1_000 + next++), server_id: server.id, name });
      applyChanges(rows, [{ table: 'players', id: player.id, before: undefined, after: player }]);
    }
    next++;
  }
  return rows;
}

function ask(rows: Rows, text: string, more: Partial<SearchQuestion> = {}) {
  const answer = search(rows, { text, servers: 5, players: 5, recent: [], ...more });
  return {
    ...answer,
    servers: answer.servers.map(({ server }) => server.configuration.identifier),
    players: answer.players.map(({ player }) => player.name),
    hits: answer,
  };
}

it('without words tells servers by name, recent ones first, and no players', () => {
  const rows = rowsOf({ Beta: ['Ann'], Alpha: [], Gamma: [] });
  expect(ask(rows, '').servers).toEqual(['Alpha', 'Beta', 'Gamma']);
  expect(ask(rows, '').players).toEqual([]);
  const gamma = [...rows.servers.values()].at(-1)?.id ?? '';
  expect(ask(rows, '', { recent: [gamma] }).servers).toEqual(['Gamma', 'Alpha', 'Beta']);
});

it('finds a server by its game or map beside a part of its name', () => {
  const rows = rowsOf({ 'EU 1': [], 'US 1': [] });
  expect(ask(rows, 'eu dayz').servers).toEqual(['EU 1']);
  expect(ask(rows, 'chern us').servers).toEqual(['US 1']);
});

it('says by what a server was found that its name has not', () => {
  const rows = rowsOf({ 'EU 1': [] });
  const [server] = rows.servers.keys();
  const besideOf = (text: string) => ask(rows, text).hits.servers[0]?.beside;
  expect(besideOf('eu')).toBeNull();
  // The game stands beside every name.
  expect(besideOf('day')).toBeNull();
  expect(besideOf('eu chern')).toMatchObject({ what: 'map', ranges: [[0, 5]] });
  expect(besideOf((server ?? '').slice(0, 6))).toMatchObject({ what: 'id', ranges: [[0, 6]] });
});

it('finds a player by what the host told of them, where the rows tell no identifiers', () => {
  const rows = rowsOf({ Alpha: ['Ann', 'Bob'] });
  const bob = [...rows.players.values()].find(({ name }) => name === 'Bob')!;
  const by = { id: 'steam_id', value: '76561198000000001' } as const;
  expect(ask(rows, '7656119').players).toEqual([]);
  const found = ask(rows, '7656119', { identified: [{ player: bob.id, ...by }] });
  expect(found.hits.players).toMatchObject([{ player: { name: 'Bob' }, by }]);
});

it('finds a player by name, by name and server, and never by the server alone', () => {
  const rows = rowsOf({ Alpha: ['Ann', 'Bob'], Beta: ['Annabel'] });
  expect(ask(rows, 'ann').players).toEqual(['Ann', 'Annabel']);
  expect(ask(rows, 'ann beta').players).toEqual(['Annabel']);
  expect(ask(rows, 'beta').players).toEqual([]);
});

it('finds a player by the beginning of an id, and says by which', () => {
  const rows = rowsOf({ Alpha: ['Ann'] });
  const [player] = rows.players.values();
  const key = player?.id ?? '';
  const identity = {
    id: key,
    server_id: player?.server_id ?? '',
    ip: null,
    guid: null,
    steam_id: '76561198000000001',
    bohemia_id: null,
    position: null,
  };
  applyChanges(rows, [{ table: 'identities', id: key, before: undefined, after: identity }]);
  expect(ask(rows, key).hits.players[0]?.by).toEqual({ id: 'id', value: key });
  expect(ask(rows, '76561198').hits.players[0]?.by?.id).toBe('steam_id');
  expect(ask(rows, '765').players).toEqual([]);
});

it('of one server alone where it is asked so, with everybody on it', () => {
  const rows = rowsOf({ Alpha: ['Ann', 'Bob'], Beta: ['Annabel'] });
  const alpha = [...rows.servers.keys()][0] ?? '';
  expect(ask(rows, '', { server_id: alpha }).players).toEqual(['Ann', 'Bob']);
  expect(ask(rows, 'ann', { server_id: alpha }).players).toEqual(['Ann']);
});

it('those that are called alike come in the order in which they are held', () => {
  const rows = rowsOf({ Alpha: ['Ann', 'Ann', 'Ann', 'Ann'] });
  const found = ask(rows, 'ann').hits.players.map(({ player }) => player.id);
  expect(found).toEqual([...rows.players.keys()]);
});

it('keeps the best and counts all', () => {
  const names = Array.from({ length: 40 }, (_, index) => `Server ${index}`);
  const rows = rowsOf(Object.fromEntries(names.map((name) => [name, []])));
  const answer = ask(rows, 'server 1');
  expect(answer.servers[0]).toBe('Server 1');
  expect(answer.servers).toHaveLength(5);
  expect(answer.hits.found.servers).toBeGreaterThan(5);
});

it('an id counts from its fourth character on, and only where nothing else is asked', () => {
  const rows = rowsOf({ Alpha: ['Ann'] });
  const [server] = rows.servers.keys();
  const [player] = rows.players.keys();
  expect(ask(rows, (player ?? '').slice(0, 4)).players).toEqual(['Ann']);
  expect(ask(rows, (player ?? '').slice(0, 3)).players).toEqual([]);
  expect(ask(rows, (server ?? '').slice(0, 4)).servers).toEqual(['Alpha']);
  expect(ask(rows, (server ?? '').slice(0, 3)).servers).toEqual([]);
  expect(ask(rows, `${server} zzz`)).toMatchObject({ servers: [], players: [] });
});

it('finds a player by their account, and says so', () => {
  const rows = rowsOf({ Alpha: ['Ann', 'Bob'] });
  const [ann] = rows.players.values();
  const muster_id = 'abcd'.repeat(6);
  const after = { ...ann!, muster_id };
  applyChanges(rows, [{ table: 'players', id: after.id, before: ann, after }]);
  const found = ask(rows, 'abcdabcd');
  expect(found.players).toEqual(['Ann']);
  expect(found.hits.players[0]?.by).toEqual({ id: 'muster_id', value: muster_id });
});

it('finds nobody on a server that is not held', () => {
  expect(ask(rowsOf({ Alpha: ['Ann'] }), 'ann', { server_id: id(99) }).players).toEqual([]);
});

it('says of players whether others on their server are called much like them', () => {
  const rows = rowsOf({ Alpha: ['Bob', 'B0b', 'Bobby'], Beta: ['Bob'] });
  const { players } = ask(rows, 'bob').hits;
  const told = players.map(({ player, server, alike }) => [
    server.configuration.identifier,
    player.name,
    alike,
  ]);
  expect(told).toHaveLength(3);
  expect(told).toEqual(
    expect.arrayContaining([
      ['Alpha', 'Bob', true],
      ['Alpha', 'Bobby', false],
      ['Beta', 'Bob', false],
    ]),
  );
});
