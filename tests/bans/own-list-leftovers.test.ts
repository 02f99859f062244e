/** Bans of Muster leave the lists of games that it does not run a connector for any more, as soon as those can be reached. */
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { change } from '../../src/host/change/change.ts';
import { OWN_BANS } from '../../src/host/servers/delete-job.ts';
import { LEFTOVER } from '../../src/host/servers/own-bans-left.ts';
import { setRestriction } from '../../src/host/servers/restrict.ts';
import { newId } from '../../src/host/store/ids.ts';
import { GAME, type Game, type GameName } from '../../src/protocol/enumerations.ts';
import { startSimServer, type SimServer } from '../../src/sim/server.ts';
import { createTestAccount } from '../support/accounts.ts';
import { addServer, RCON_PASSWORD, serverBody } from '../support/added-server.ts';
import { startLiveHost, type LiveHost } from '../support/live-host.ts';
import { ADA, addForeign, BOB, entry, listOf } from '../support/own-list-sims.ts';

/** Until it is seen that a game is away, or that it is there again. */
const PATIENT = { timeout: 50_000, interval: 100 };
const PACE = { look: 250, soon: 20, apart: 100, settled: 0 };
const REAL = { ...LEFTOVER };
const DELETION = { ...OWN_BANS };
/** Whom no entry of Rust's is about as Muster knows them. */
const ODD = '7656119';

const startHost = (beside?: LiveHost) => startLiveHost(beside, false, {}, Date.now, PACE);

let host: LiveHost;
let owner: Awaited<ReturnType<typeof createTestAccount>>;
const sims: SimServer[] = [];

beforeAll(async () => {
  host = await startHost();
  owner = await createTestAccount(host.app, host.deps, ['host.server.create']);
});
afterEach(async () => {
  Object.assign(LEFTOVER, REAL);
  Object.assign(OWN_BANS, DELETION);
  for (const sim of sims.splice(0)) await sim.stop();
});
afterAll(() => host.stop());

const post = async (path: string, body: object): Promise<void> => {
  const answer = await owner.browser.post(`/app/v1/${path}`, { ...body });
  if (answer.statusCode !== 200) throw new Error(answer.body);
};

async function startGame(game: GameName, rconPort = 0): Promise<SimServer> {
  const sim = await startSimServer({ game, password: RCON_PASSWORD, slots: 60, rconPort });
  sims.push(sim);
  return sim;
}

/** A game in whose list Bob and Ada are by a ban list, and others by other tools. */
async function banning(game: GameName) {
  const sim = await startGame(game);
  const foreign = addForeign(sim, game);
  const list = newId(Date.now());
  const whose = { kind: 'account', id: owner.id };
  await post('banlists/create', { banlist_id: list, identifier: 'Watch', owner: whose });
  const id = await addServer(owner.browser, sim, 'Chernarus', GAME[game] as Game);
  await post(`banlist/${list}/servers`, { server_id: id, primary: false });
  for (const steam_id of [BOB, ADA]) {
    const who = { kind: 'identity', steam_id };
    const ban = { ban_id: newId(Date.now()), who, reason: 'Griefing', minutes: null };
    await post(`banlist/${list}/bans/create`, ban);
  }
  const ours = [entry(game, BOB), entry(game, ADA)];
  const all = [...foreign, ...ours].toSorted();
  await expect.poll(() => listOf(sim), PATIENT).toEqual(all);
  await expect.poll(() => rowOf(id), PATIENT).toMatchObject({ own_bans: 2 });
  return { sim, id, foreign, all };
}

const rowOf = (id: string) =>
  host.deps.db.selectFrom('servers').selectAll().where('id', '=', id).executeTakeFirst();
const leftovers = (id: string) =>
  host.deps.db.selectFrom('own_list_leftovers').selectAll().where('server_id', '=', id).execute();

/** The same game, there again with the list that it had. */
async function again(game: GameName, before: SimServer): Promise<SimServer> {
  const sim = await startGame(game, before.address.rconPort ?? 0);
  const { guids, addresses } = before.world.bans;
  for (const { target, reason } of [...guids, ...addresses]) {
    sim.world.bans.add(target, 0, reason, sim.world.now());
  }
  for (const [steamId, ban] of before.world.steamBans) sim.world.steamBans.set(steamId, ban);
  return sim;
}

async function away(sim: SimServer, id: string): Promise<void> {
  await sim.stop();
  await expect.poll(() => rowOf(id), PATIENT).not.toMatchObject({ state: { state: 'CONNECTED' } });
}

/** What an audit says of bans that were left in a game, and of how many. */
async function told(path: string): Promise<readonly unknown[]> {
  const answer = await owner.browser.get(`/app/v1/${path}?limit=100`);
  const { rows } = JSON.parse(answer.body) as {
    rows: readonly { action: string; detail: { count?: number } }[];
  };
  return rows
    .filter(({ action }) => action.startsWith('servers.bans-'))
    .map(({ action, detail }) => [action, detail.count])
    .toReversed();
}

describe.each(['DAYZ', 'RUST'] as const)('on %s', (game) => {
  it('whose server is deleted while it is away they go once it is there again', async () => {
    Object.assign(LEFTOVER, { again: 500, rarest: 500 });
    const { sim, id, foreign, all } = await banning(game);
    await away(sim, id);
    await post(`server/${id}/delete`, { identifier: 'Chernarus' });
    await expect.poll(() => rowOf(id), PATIENT).toBeUndefined();
    const [left] = await leftovers(id);
    expect(left).toMatchObject({ own_bans: 2, name: 'Chernarus', owner: owner.id });
    expect(left?.sealed_password.includes(RCON_PASSWORD)).toBe(false);
    const back = await again(game, sim);
    expect(listOf(back)).toEqual(all);
    await expect.poll(() => listOf(back), PATIENT).toEqual(foreign);
    await expect.poll(() => leftovers(id), PATIENT).toEqual([]);
    expect((await told('@me/activity')).slice(-2)).toEqual([
      ['servers.bans-left', 2],
      ['servers.bans-cleared', 2],
    ]);
  }, 150_000);

  it('at an address that its server has left they go, and those at the new one stay', async () => {
    Object.assign(LEFTOVER, { moves: 500 });
    const { sim, id, foreign } = await banning(game);
    const next = await startGame(game);
    const { rcon_password, host: to, ...ports } = serverBody(next, 'Chernarus', GAME[game] as Game);
    const { game: _, ...place } = ports;
    await post(`server/${id}/settings`, { ...place, host: to, rcon_password });
    const ours = [entry(game, BOB), entry(game, ADA)].toSorted();
    await expect.poll(() => listOf(next), PATIENT).toEqual(ours);
    await expect.poll(() => listOf(sim), PATIENT).toEqual(foreign);
    await expect.poll(() => leftovers(id), PATIENT).toEqual([]);
    expect(await told(`server/${id}/audit`)).toEqual([
      ['servers.bans-behind', 2],
      ['servers.bans-cleared', 2],
    ]);
    expect(listOf(next)).toEqual(ours);
    await expect.poll(() => rowOf(id), PATIENT).toMatchObject({ own_bans: 2 });
  }, 150_000);
});

it('where a server comes back to they stay, and it is known how many are there', async () => {
  // Nobody clears the game that it was at before it is back.
  Object.assign(LEFTOVER, { moves: 600_000 });
  const { sim, id, all } = await banning('DAYZ');
  const next = await startGame('DAYZ');
  const move = async (to: SimServer) => {
    const { game: _, ...place } = serverBody(to, 'Chernarus');
    await post(`server/${id}/settings`, place);
  };
  await move(next);
  expect(await leftovers(id)).toHaveLength(1);
  await expect.poll(() => rowOf(id), PATIENT).toMatchObject({ own_bans: 2 });
  await move(sim);
  expect(await leftovers(id)).toMatchObject([{ rcon_port: next.address.rconPort, own_bans: 2 }]);
  expect(await rowOf(id)).toMatchObject({ own_bans: 2 });
  expect(listOf(sim)).toEqual(all);
}, 150_000);

/** Puts an entry before the others that Muster cannot read, and with it nothing of what is behind. */
function spoil({ world: { steamBans } }: SimServer): void {
  const bans = [...steamBans];
  steamBans.clear();
  for (const [id, ban] of [[ODD, { ...bans[0]![1], reason: 'TK' }] as const, ...bans]) {
    steamBans.set(id, ban);
  }
}

it('what is behind an entry that cannot be read is not taken for gone', async () => {
  Object.assign(LEFTOVER, { moves: 100, again: 500, rarest: 500 });
  const { sim, id, foreign, all } = await banning('RUST');
  spoil(sim);
  const { game: _, ...place } = serverBody(await startGame('RUST'), 'Chernarus', GAME.RUST);
  await post(`server/${id}/settings`, place);
  await expect.poll(async () => (await leftovers(id))[0]?.tries, PATIENT).toBeGreaterThan(0);
  const { db } = host.deps;
  const row = db.updateTable('own_list_leftovers').where('server_id', '=', id);
  await row.set({ own_bans: 2 }).execute();
  await expect.poll(() => leftovers(id), PATIENT).toMatchObject([{ own_bans: null }]);
  expect(listOf(sim)).toEqual([`${ODD} TK perm`, ...all].toSorted());
  sim.world.steamBans.delete(ODD);
  await expect.poll(() => listOf(sim), PATIENT).toEqual(foreign);
  await expect.poll(() => leftovers(id), PATIENT).toEqual([]);
}, 150_000);

it('where none is seen in a part of a list, a deleted server’s game may keep some', async () => {
  Object.assign(LEFTOVER, { again: 500, rarest: 500 });
  Object.assign(OWN_BANS, { leave: 600_000 });
  const { sim, id, foreign } = await banning('RUST');
  spoil(sim);
  await post(`server/${id}/delete`, { identifier: 'Chernarus' });
  await expect.poll(() => rowOf(id), PATIENT).toMatchObject({ own_bans: null });
  Object.assign(OWN_BANS, { leave: 0 });
  await expect.poll(() => rowOf(id), PATIENT).toBeUndefined();
  expect(await leftovers(id)).toMatchObject([{ own_bans: null }]);
  sim.world.steamBans.delete(ODD);
  await expect.poll(() => listOf(sim), PATIENT).toEqual(foreign);
  await expect.poll(() => leftovers(id), PATIENT).toEqual([]);
}, 150_000);

it('of a game whose list nobody had read it is told how many were in it', async () => {
  Object.assign(LEFTOVER, { moves: 100 });
  const { sim, id, foreign } = await banning('DAYZ');
  const { db } = host.deps;
  const empty = await startGame('DAYZ');
  const { game: _, ...place } = serverBody(empty, 'Chernarus');
  // Whoever reads it in the meantime knows no more.
  await sql`
    create function nobody_read() returns trigger language plpgsql
      as $$ begin new.own_bans := null; return new; end $$;
    create trigger nobody_read before update on servers for each row execute function nobody_read()
  `.execute(db);
  try {
    await db.updateTable('servers').set({ own_bans: null }).where('id', '=', id).execute();
    await post(`server/${id}/settings`, place);
  } finally {
    await sql`drop function nobody_read cascade`.execute(db);
  }
  await expect.poll(() => listOf(sim), PATIENT).toEqual(foreign);
  await expect.poll(() => leftovers(id), PATIENT).toEqual([]);
  expect(await told(`server/${id}/audit`)).toEqual([
    ['servers.bans-behind', undefined],
    ['servers.bans-cleared', 2],
  ]);
}, 150_000);

it('nobody tries for ever: after a week it is forgotten, and whose server it was reads so', async () => {
  const { sim, id, all } = await banning('DAYZ');
  await away(sim, id);
  await post(`server/${id}/delete`, { identifier: 'Chernarus' });
  await expect.poll(() => rowOf(id), PATIENT).toBeUndefined();
  Object.assign(LEFTOVER, { lasts: 0 });
  await expect.poll(() => leftovers(id), PATIENT).toEqual([]);
  expect(listOf(sim)).toEqual(all);
  expect((await told('@me/activity')).slice(-2)).toEqual([
    ['servers.bans-left', 2],
    ['servers.bans-stay', 2],
  ]);
}, 150_000);

it('of a server that is restricted as its host dies another host takes them out, unless that has ended', async () => {
  Object.assign(LEFTOVER, { hosts: 500 });
  const first = host;
  host = await startHost(first);
  try {
    await host.live.supervisor.stop();
    const { sim, id, foreign, all } = await banning('DAYZ');
    // It loses the server by its end, and has no time for its list.
    await first.live.supervisor.stop();
    const restrict = (restricts: boolean) =>
      change({ ...host.deps, now: Date.now() }, (made) =>
        setRestriction(made, id, { by: 'operator', restricts }),
      );
    LEFTOVER.hosts = 600_000;
    await restrict(true);
    expect(await leftovers(id)).toHaveLength(1);
    await restrict(false);
    expect(await leftovers(id)).toEqual([]);
    expect(listOf(sim)).toEqual(all);
    LEFTOVER.hosts = 100;
    await restrict(true);
    await expect.poll(() => listOf(sim), PATIENT).toEqual(foreign);
    await expect.poll(() => rowOf(id), PATIENT).toMatchObject({ own_bans: 0 });
    await expect.poll(() => leftovers(id), PATIENT).toEqual([]);
  } finally {
    await host.stop();
    host = first;
  }
}, 150_000);
