/** Bans in the lists that games keep themselves: there while no host runs, and nothing of anybody else's is touched. */
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { keysOfBanned } from '../../src/domain/bans/keys.ts';
import { OWN_LIST_MOST } from '../../src/domain/bans/own-list.ts';
import { change } from '../../src/host/change/change.ts';
import { bansForGame } from '../../src/host/doors/bans-for-game.ts';
import { eraseBans } from '../../src/host/players/erase-bans.ts';
import { setRestriction } from '../../src/host/servers/restrict.ts';
import { configurationOf } from '../../src/host/servers/snapshots.ts';
import { newId } from '../../src/host/store/ids.ts';
import { GAME, type Game, type GameName } from '../../src/protocol/enumerations.ts';
import { startSimServer, type SimServer } from '../../src/sim/server.ts';
import { battleyeGuid } from '../../src/sim/world/player.ts';
import { createTestAccount } from '../support/accounts.ts';
import { addServer, RCON_PASSWORD } from '../support/added-server.ts';
import { startLiveHost, type LiveHost } from '../support/live-host.ts';
import { ADA, addForeign, BOB, entry, EVE, inGame, listOf } from '../support/own-list-sims.ts';

/** Until it is seen that a game is away. */
const PATIENT = { timeout: 50_000, interval: 100 };
const WAIT = { timeout: 20_000, interval: 50 };
const PACE = { look: 250, soon: 20, apart: 100, settled: 0 };

const startHost = (beside?: LiveHost) => startLiveHost(beside, false, {}, Date.now, PACE);

let host: LiveHost;
let owner: Awaited<ReturnType<typeof createTestAccount>>;
const sims: SimServer[] = [];

beforeAll(async () => {
  host = await startHost();
  owner = await createTestAccount(host.app, host.deps, ['host.server.create']);
});
afterEach(async () => {
  for (const sim of sims.splice(0)) await sim.stop();
});
afterAll(() => host.stop());

const post = async (path: string, body: object): Promise<void> => {
  const answer = await owner.browser.post(`/app/v1/${path}`, { ...body });
  if (answer.statusCode !== 200) throw new Error(answer.body);
};

async function newList(): Promise<string> {
  const banlist_id = newId(Date.now());
  const list = { banlist_id, identifier: 'Watch', owner: { kind: 'account', id: owner.id } };
  await post('banlists/create', list);
  return banlist_id;
}

async function ban(list: string, steam_id: string, minutes: number | null = null): Promise<string> {
  const ban_id = newId(Date.now());
  const who = { kind: 'identity', steam_id };
  await post(`banlist/${list}/bans/create`, { ban_id, who, reason: 'Griefing', minutes });
  return ban_id;
}

const revoke = (list: string, id: string) =>
  post(`banlist/${list}/bans/${id}/status`, { status: 'REVOKED' });

async function startGame(game: GameName): Promise<SimServer> {
  const sim = await startSimServer({
    game,
    password: RCON_PASSWORD,
    slots: 60,
    restart: { downMs: 300, loadingMs: 300 },
  });
  sims.push(sim);
  return sim;
}

/** A simulated server that obeys a list of its own. */
async function obeying(game: GameName) {
  const sim = await startGame(game);
  const list = await newList();
  const id = await addServer(owner.browser, sim, 'Chernarus', GAME[game] as Game);
  await post(`banlist/${list}/servers`, { server_id: id, primary: false });
  return { sim, list, id };
}

const rowOf = (id: string) =>
  host.deps.db.selectFrom('servers').selectAll().where('id', '=', id).executeTakeFirst();

/** How many of Muster's bans a server's configuration says are there. */
async function known(id: string): Promise<number | null | undefined> {
  const row = await rowOf(id);
  return row === undefined ? undefined : configurationOf(row).own_bans;
}

/** What the owner's audit says was left in the game of a deleted server. */
async function leftBehind(id: string): Promise<readonly unknown[]> {
  const answer = await owner.browser.get('/app/v1/@me/activity?limit=100');
  const { rows } = JSON.parse(answer.body) as {
    rows: readonly { action: string; detail: { server?: string; count?: number } }[];
  };
  const left = rows.filter(({ action }) => action === 'servers.bans-left');
  return left.filter(({ detail }) => detail.server === id).map(({ detail }) => detail.count);
}

describe.each(['DAYZ', 'RUST'] as const)('on %s', (game) => {
  it('bans come and go with those of the lists, and what others wrote stays', async () => {
    const { sim, list, id } = await obeying(game);
    const foreign = [...addForeign(sim, game)];
    expect(foreign.length).toBe(game === 'RUST' ? 2 : 3);
    const all = (...ours: readonly string[]) => [...foreign, ...ours].toSorted();
    const bob = await ban(list, BOB);
    await ban(list, ADA, 60);
    await expect.poll(() => listOf(sim), WAIT).toEqual(all(entry(game, BOB), entry(game, ADA, 60)));
    expect(sim.join({ name: 'Bob', steamId: BOB }).outcome === 'joined' && game === 'RUST').toBe(
      false,
    );
    await revoke(list, bob);
    await expect.poll(() => listOf(sim), WAIT).toEqual(all(entry(game, ADA, 60)));
    // One that lasts longer is written in its place.
    await ban(list, ADA);
    await expect.poll(() => listOf(sim), WAIT).toEqual(all(entry(game, ADA)));

    // Behind two of Muster's that go at once, another one of somebody else moves up.
    await ban(list, EVE);
    await expect.poll(() => listOf(sim), WAIT).toEqual(all(entry(game, ADA), entry(game, EVE)));
    if (game === 'DAYZ') {
      sim.world.bans.add('d'.repeat(32), 0, 'Later', sim.world.now());
      foreign.push(`${'d'.repeat(32)} Later perm`);
      foreign.sort();
    }
    await post(`server/${id}/modules`, { own_list: { active: false } });
    await expect.poll(() => listOf(sim), WAIT).toEqual(foreign);
    await post(`server/${id}/modules`, { own_list: { active: true } });
    await expect.poll(() => listOf(sim), WAIT).toEqual(all(entry(game, ADA), entry(game, EVE)));
    await post(`banlist/${list}/servers/${id}/remove`, {});
    await expect.poll(() => listOf(sim), WAIT).toEqual(foreign);
  });

  it('Muster’s go before the server does, and when its list is deleted', async () => {
    const { sim, list, id } = await obeying(game);
    const foreign = addForeign(sim, game);
    await ban(list, BOB);
    await ban(list, ADA);
    const all = [...foreign, entry(game, BOB), entry(game, ADA)].toSorted();
    await expect.poll(() => listOf(sim), WAIT).toEqual(all);
    await expect.poll(() => known(id), WAIT).toBe(2);
    await post(`banlist/${list}/delete`, { identifier: 'Watch' });
    await expect.poll(() => listOf(sim), WAIT).toEqual(foreign);
    await expect.poll(() => known(id), WAIT).toBeUndefined();

    const other = await newList();
    await ban(other, EVE);
    await post(`banlist/${other}/servers`, { server_id: id, primary: false });
    await expect.poll(() => known(id), WAIT).toBe(1);
    await post(`server/${id}/delete`, { identifier: 'Chernarus' });
    await expect.poll(() => rowOf(id), WAIT).toBeUndefined();
    expect(listOf(sim)).toEqual(foreign);
    expect(await leftBehind(id)).toEqual([]);
  });

  it('a server whose game is away is deleted all the same, and its owner reads what stays', async () => {
    const { sim, list, id } = await obeying(game);
    await ban(list, BOB);
    await expect.poll(() => known(id), WAIT).toBe(1);
    await sim.stop();
    await expect
      .poll(() => rowOf(id), PATIENT)
      .not.toMatchObject({ state: { state: 'CONNECTED' } });
    await post(`server/${id}/delete`, { identifier: 'Chernarus' });
    await expect.poll(() => rowOf(id), WAIT).toBeUndefined();
    expect(listOf(sim)).toEqual([entry(game, BOB)]);
    expect(await leftBehind(id)).toEqual([1]);
  }, 60_000);

  it('a restricted server’s game keeps nobody out for Muster, until that ends', async () => {
    const { sim, list, id } = await obeying(game);
    const foreign = addForeign(sim, game);
    await ban(list, BOB);
    const all = [...foreign, entry(game, BOB)].toSorted();
    await expect.poll(() => listOf(sim), WAIT).toEqual(all);
    await expect.poll(() => known(id), WAIT).toBe(1);
    const restrict = (restricts: boolean) =>
      change({ ...host.deps, now: Date.now() }, (made) =>
        setRestriction(made, id, { by: 'operator', restricts }),
      );
    await restrict(true);
    await expect.poll(() => listOf(sim), WAIT).toEqual(foreign);
    await expect.poll(() => known(id), WAIT).toBeUndefined();
    // The host that had it has done it: nobody has to log in again.
    const rest = host.deps.db.selectFrom('own_list_leftovers').selectAll();
    await expect.poll(() => rest.where('server_id', '=', id).execute(), WAIT).toEqual([]);
    await restrict(false);
    await expect.poll(() => listOf(sim), WAIT).toEqual(all);
  });

  it('whoever is erased is in it no more', async () => {
    const { sim, list } = await obeying(game);
    await ban(list, BOB);
    await ban(list, ADA);
    const both = [entry(game, BOB), entry(game, ADA)].toSorted();
    await expect.poll(() => listOf(sim), WAIT).toEqual(both);
    const { db, secrets, publish } = host.deps;
    const keys = keysOfBanned({
      people: [],
      identities: [{ kind: 'steam', value: BOB }],
      addresses: [],
    });
    await eraseBans({ db, secrets, publish, now: Date.now() }, newId(0), [], keys);
    await expect.poll(() => listOf(sim), WAIT).toEqual([entry(game, ADA)]);
  });

  it('what the game has lost over a restart comes back, and what it kept is there at once', async () => {
    const { sim, list } = await obeying(game);
    await ban(list, BOB);
    await expect.poll(() => listOf(sim), WAIT).toEqual([entry(game, BOB)]);
    await sim.restart();
    expect(listOf(sim)).toEqual([entry(game, BOB)]);
    sim.world.steamBans.clear();
    sim.world.bans.remove(0);
    sim.world.bans.write();
    await sim.restart();
    await expect.poll(() => listOf(sim), WAIT).toEqual([entry(game, BOB)]);
  });

  it('whoever somebody else has banned already is left to them', async () => {
    const { sim, list } = await obeying(game);
    const foreign = `${inGame(game, BOB)} Theirs perm`;
    const steamBan = { name: 'Bob', reason: 'Theirs', endsAt: undefined };
    if (game === 'RUST') sim.world.steamBans.set(BOB, steamBan);
    else sim.world.bans.add(battleyeGuid(BOB), 0, 'Theirs', sim.world.now());
    const bob = await ban(list, BOB);
    await ban(list, EVE);
    await expect.poll(() => listOf(sim), WAIT).toEqual([entry(game, EVE), foreign].toSorted());
    await revoke(list, bob);
    await ban(list, ADA);
    await expect
      .poll(() => listOf(sim), WAIT)
      .toEqual([entry(game, EVE), entry(game, ADA), foreign].toSorted());
  });
});

it('another tool that changes the list in the moment of a removal loses nothing by it', async () => {
  const { sim, list, id } = await obeying('DAYZ');
  const { bans } = sim.world;
  const guid = (at: number) => at.toString(16).padStart(32, '0');
  const theirs = (at: number) => bans.add(guid(at), 0, `Theirs ${at}`, sim.world.now());
  for (let at = 0; at < 6; at += 1) theirs(at);
  await ban(list, BOB);
  await expect.poll(() => known(id), WAIT).toBe(1);
  for (let at = 6; at < 8; at += 1) theirs(at);
  await ban(list, ADA);
  await expect.poll(() => known(id), WAIT).toBe(2);
  for (let at = 8; at < 12; at += 1) theirs(at);
  // Between the reading and the removal the first entry goes, and all move up by one.
  const remove = bans.remove.bind(bans);
  const gone: string[] = [];
  bans.remove = (number) => {
    if (gone.length < 3) {
      gone.push(bans.guids[0]?.target ?? '');
      remove(0);
    }
    return remove(number);
  };
  await post(`server/${id}/modules`, { own_list: { active: false } });
  await expect.poll(() => listOf(sim).filter((one) => one.startsWith('+')), WAIT).toEqual([]);
  const kept = Array.from({ length: 12 }, (_, at) => `${guid(at)} Theirs ${at} perm`);
  expect(gone).toEqual([0, 1, 2].map(guid));
  await expect.poll(() => listOf(sim), WAIT).toEqual(kept.slice(3).toSorted());
}, 60_000);

it('a list that is followed is not written: whoever reads the game’s may not read that', async () => {
  const { sim, list, id } = await obeying('DAYZ');
  const theirs = await newList();
  await post(`banlist/${theirs}`, { allow_followers: true });
  const row = await host.deps.db
    .selectFrom('ban_lists')
    .select('share_code')
    .where('id', '=', theirs)
    .executeTakeFirstOrThrow();
  await post(`banlist/${list}/follows`, { share_code: row.share_code });
  await ban(theirs, BOB);
  await ban(list, ADA);
  await expect.poll(() => listOf(sim), WAIT).toEqual([entry('DAYZ', ADA)]);
  // One that was made a moment ago is for the doors first.
  const asked = { by: 'battleye', before: Date.now() - 60_000 } as const;
  expect(await bansForGame(host.deps.db, id, asked)).toEqual({ bans: [], young: true });
});

it('another host takes over what is there, and to a list that can be read in part nothing is added', async () => {
  const first = await startHost();
  const account = await createTestAccount(first.app, first.deps, ['host.server.create']);
  const before = owner;
  owner = account;
  try {
    const { sim, list } = await obeying('DAYZ');
    const bob = await ban(list, BOB);
    await expect.poll(() => listOf(sim), WAIT).toEqual([entry('DAYZ', BOB)]);
    await first.live.supervisor.stop();
    await revoke(list, bob);
    await ban(list, ADA);
    sim.world.bans.add('f'.repeat(32), 0, 'a\nb', sim.world.now());
    const second = await startHost(first);
    const told = () => second.logged.filter((line) => line.includes('list of the game itself'));
    await expect.poll(told, WAIT).toHaveLength(1);
    // Nobody knows whether Ada is in it; that Bob is, and is let in again, is known.
    expect(listOf(sim)).toEqual([`${'f'.repeat(32)} a\nb perm`]);
    sim.world.bans.remove(sim.world.bans.guids.findIndex(({ reason }) => reason === 'a\nb'));
    await ban(list, EVE);
    await expect
      .poll(() => listOf(sim), WAIT)
      .toEqual([entry('DAYZ', ADA), entry('DAYZ', EVE)].toSorted());
    await second.stop();
  } finally {
    owner = before;
    await first.stop();
  }
});

it('of more bans than there may be the newest are written', async () => {
  const { sim, list } = await obeying('DAYZ');
  const guidOf = (at: number) => at.toString(16).padStart(32, '0');
  const many = OWN_LIST_MOST + 20;
  const guids = Array.from({ length: many }, (_, at) => guidOf(at));
  const made = Date.now() - many;
  await sql`
    with made as (
      insert into paged_bans (owner_id, id, data, folded, grams, key_created_at, key_changed_at,
        key_name, key_reason, key_issuer_name, key_status, key_kind, key_origin, key_person_id,
        key_issuer_id)
      select ${list}, guid, '{"until":null,"reason":"Griefing"}', '', '{}', ${made}::bigint + at, 0,
        '', '', '', 'active', 'person', '', '', ''
      from unnest(${guids}::text[]) with ordinality as g (guid, at)
      returning id
    )
    insert into ban_keys (key, banlist_id, ban_id) select 'battleye ' || id, ${list}, id from made
  `.execute(host.deps.db);
  await ban(list, BOB);
  const newest = Array.from({ length: OWN_LIST_MOST - 1 }, (_, at) => guidOf(many - 1 - at));
  const wanted = [battleyeGuid(BOB), ...newest].map((one) => `+${one} Griefing perm`).toSorted();
  await expect.poll(() => listOf(sim).length, { ...WAIT, timeout: 60_000 }).toBe(OWN_LIST_MOST);
  expect(listOf(sim)).toEqual(wanted);
}, 90_000);
