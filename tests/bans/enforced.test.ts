/** Bans at real game servers: whoever is kept out leaves within two seconds of what tells who they are. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { doorText } from '../../src/domain/doors/text.ts';
import { newId } from '../../src/host/store/ids.ts';
import { GAME, type Game, type GameName } from '../../src/protocol/enumerations.ts';
import { serverStream } from '../../src/protocol/streams.ts';
import { startSimServer, type SimServer } from '../../src/sim/server.ts';
import { battleyeGuid } from '../../src/sim/world/player.ts';
import { createTestAccount } from '../support/accounts.ts';
import { addServer, RCON_PASSWORD } from '../support/added-server.ts';
import { startLiveHost, type LiveHost } from '../support/live-host.ts';
import type { SocketClient } from '../support/socket-client.ts';

type Account = Awaited<ReturnType<typeof createTestAccount>>;

const WAIT = { timeout: 10_000, interval: 20 };
const BOB = '76561190000000001';
const ADA = '76561190000000002';

let hosts: readonly LiveHost[];
let owner: Account;
let list: string;
const sims: SimServer[] = [];

beforeAll(async () => {
  const first = await startLiveHost();
  hosts = [first, await startLiveHost(first)];
  owner = await createTestAccount(first.app, first.deps, ['host.server.create']);
});
afterEach(async () => {
  for (const sim of sims.splice(0)) await sim.stop();
});
afterAll(async () => {
  for (const host of hosts.toReversed()) await host.stop();
});

const post = async (path: string, body: object): Promise<void> => {
  const answer = await owner.browser.post(`/app/v1/${path}`, { ...body });
  if (answer.statusCode !== 200) throw new Error(answer.body);
};

async function newList(identifier = 'Watch'): Promise<string> {
  const banlist_id = newId(Date.now());
  await post('banlists/create', {
    banlist_id,
    identifier,
    owner: { kind: 'account', id: owner.id },
  });
  return banlist_id;
}

async function ban(who: object, of: object = {}): Promise<string> {
  const ban_id = newId(Date.now());
  await post(`banlist/${list}/bans/create`, {
    ban_id,
    who,
    reason: 'Griefing',
    minutes: null,
    ...of,
  });
  return ban_id;
}

const revoke = (id: string) => post(`banlist/${list}/bans/${id}/status`, { status: 'REVOKED' });

/** Whoever is kept out is off the server so soon after it is told who they are, ms. */
const SOON = 2_000;

/** A simulated server that obeys a list of its own, as its feed is told. */
async function obeying(game: GameName = 'DAYZ') {
  const sim = await startSimServer({
    game,
    password: RCON_PASSWORD,
    slots: 60,
    join: { guidMs: 50, verifiedMs: 100, lobbyMs: 150 },
  });
  sims.push(sim);
  list = await newList();
  const id = await addServer(owner.browser, sim, 'Chernarus', GAME[game] as Game);
  await post(`banlist/${list}/servers`, { server_id: id, primary: false });
  const client = hosts[1]?.connect(owner.browser);
  if (client === undefined) throw new Error('There is no second host.');
  await client.hello();
  client.send({ type: 'subscribe', server_id: id, topics: ['feed'], cursors: {} });
  await client.expect('event_subscription', ({ data }) => data.server_id === id);
  return { sim, id, client };
}

const onIt = (sim: SimServer) => sim.roster().map(({ name }) => name);
const keptOut = (client: SocketClient, ban_id: string) =>
  client.expect(
    'server:feed',
    ({ data }) => data.entry.kind === 'kept-out' && data.entry.ban?.id === ban_id,
  );

describe.each(['DAYZ', 'ARMA3', 'ARMA2', 'RUST'] as const)('on %s', (game) => {
  it('whoever is banned before they come is kicked, and the feed says by which ban', async () => {
    const { sim, id, client } = await obeying(game);
    const banned = await ban({
      kind: 'identity',
      steam_id: BOB,
    });
    sim.join({ name: 'Ada', steamId: ADA });
    sim.join({ name: 'Bob', steamId: BOB });
    // Before that, nobody knows who they are.
    await client.expect(
      'gsm:player:create',
      ({ data }) => data.player.name === 'Bob' && data.player.muster_id !== null,
    );
    const known = performance.now();
    await expect.poll(() => onIt(sim), { timeout: WAIT.timeout, interval: 5 }).toEqual(['Ada']);
    expect(performance.now() - known).toBeLessThan(SOON);
    const told = await keptOut(client, banned);
    expect(told.data.entry).toMatchObject({
      rule: 'ban',
      reason: 'Griefing',
      sent: 'Banned: Griefing',
      until: null,
      outcome: 'done',
      player: { name: 'Bob' },
      ban: { banlist_id: list, banlist: 'Watch' },
    });
    await expect.poll(() => onIt(sim), WAIT).toEqual(['Ada']);
    expect(serverStream(id, 'feed')).toBe(told.stream);
  });
});

it('whoever is on when they are banned leaves, with the reason, and may come again once it is revoked', async () => {
  const { sim, client } = await obeying();
  sim.join({ name: 'Bob', steamId: BOB });
  const joined = await client.expect(
    'gsm:player:create',
    ({ data }) => data.player.name === 'Bob' && data.player.muster_id !== null,
  );
  const muster_id = joined.data.player.muster_id ?? '';
  const banned = await ban({ kind: 'person', muster_id });
  await keptOut(client, banned);
  await expect.poll(() => onIt(sim), WAIT).toEqual([]);
  const kick = await client.expect('server:feed', ({ data }) => data.entry.kind === 'kick');
  const because = { entry: { kind: 'ban', ban: { reason: 'Griefing', until: null } } } as never;
  const read = doorText('kick', because);
  expect(kick.data.entry).toMatchObject({ reason: expect.stringContaining(read) });
  await revoke(banned);
  const from = client.frames.length;
  sim.join({ name: 'Bob', steamId: BOB });
  sim.join({ name: 'Eve', steamId: ADA });
  await client.expect(
    'gsm:player:create',
    ({ data }) => data.player.name === 'Eve' && data.player.muster_id !== null,
    from,
  );
  expect(onIt(sim).toSorted()).toEqual(['Bob', 'Eve']);
});

it('whoever has the number, the name or the address of somebody who is banned is let in', async () => {
  const { sim, client } = await obeying();
  const banned = await ban({ kind: 'identity', guid: battleyeGuid(BOB) });
  const names = ['Bob', 'Eve', '(1)', ';kick 0', '\u202eboB'];
  for (const [at, name] of names.entries()) {
    const from = client.frames.length;
    // The slot that Bob leaves is the lowest free one, which whoever comes next gets.
    sim.join({ name: 'Bob', steamId: BOB, address: '192.0.2.7' });
    sim.join({ name, steamId: `7656119000000010${at}`, address: '192.0.2.7' });
    await client.expect('gsm:player:destruct', ({ stream }) => stream !== undefined, from);
    await expect.poll(() => sim.roster().some(({ steamId }) => steamId === BOB), WAIT).toBe(false);
  }
  await keptOut(client, banned);
  expect(onIt(sim).length).toBe(names.length);
  const whom = client.frames.flatMap((frame) =>
    frame.event === 'server:feed' && frame.data.entry.kind === 'kept-out'
      ? [frame.data.entry.player.muster_id]
      : [],
  );
  expect(new Set(whom).size).toBe(1);
});

it('a ban of addresses keeps out whoever comes from there, under whatever name, and nobody else', async () => {
  const { sim, client } = await obeying();
  sim.join({ name: 'Bob', steamId: BOB, address: '192.0.2.7' });
  sim.join({ name: 'Ada', steamId: ADA, address: '192.0.3.7' });
  const banned = await ban({ kind: 'address', address: '192.0.2.*' }, { minutes: 60 });
  const told = await keptOut(client, banned);
  expect(told.data.entry).toMatchObject({ rule: 'temporary-ban', player: { name: 'Bob' } });
  await expect.poll(() => onIt(sim), WAIT).toEqual(['Ada']);
});

it('a server that obeys a list from now on, or is away in the meantime, lets nobody stay who is on it', async () => {
  const { sim, id, client } = await obeying();
  const first = list;
  list = await newList('Other');
  const banned = await ban({ kind: 'identity', guid: battleyeGuid(BOB) });
  sim.join({ name: 'Bob', steamId: BOB });
  await client.expect('gsm:player:create', ({ data }) => data.player.muster_id !== null);
  expect(onIt(sim)).toEqual(['Bob']);
  await post(`banlist/${list}/servers`, { server_id: id, primary: false });
  await keptOut(client, banned);
  await expect.poll(() => onIt(sim), WAIT).toEqual([]);

  sim.setSilenced(true);
  list = first;
  const away = await ban({ kind: 'identity', guid: battleyeGuid(ADA) });
  sim.setSilenced(false);
  sim.join({ name: 'Ada', steamId: ADA });
  await keptOut(client, away);
  await expect.poll(() => onIt(sim), WAIT).toEqual([]);
});

it('a list that the server’s list follows keeps out, and lets in again what is revoked there', async () => {
  const { sim, id, client } = await obeying();
  const own = list;
  list = await newList('Theirs');
  await post(`banlist/${list}`, { allow_followers: true });
  const row = await hosts[0]?.deps.db
    .selectFrom('ban_lists')
    .select('share_code')
    .where('id', '=', list)
    .executeTakeFirst();
  sim.join({ name: 'Bob', steamId: BOB });
  await client.expect('gsm:player:create', ({ data }) => data.player.muster_id !== null);
  await post(`banlist/${own}/follows`, { share_code: row?.share_code });
  const banned = await ban({ kind: 'identity', steam_id: BOB });
  const told = await keptOut(client, banned);
  expect(told.data.entry).toMatchObject({
    ban: { banlist: 'Theirs', through: { id: own, identifier: 'Watch' } },
  });
  expect(serverStream(id, 'feed')).toBe(told.stream);
  await expect.poll(() => onIt(sim), WAIT).toEqual([]);
  await revoke(banned);
  const from = client.frames.length;
  sim.join({ name: 'Bob', steamId: BOB });
  sim.join({ name: 'Eve', steamId: ADA });
  await client.expect(
    'gsm:player:create',
    ({ data }) => data.player.name === 'Eve' && data.player.muster_id !== null,
    from,
  );
  expect(onIt(sim).toSorted()).toEqual(['Bob', 'Eve']);
});

it('a ban that is made while nobody runs the server holds from when another host takes it over', async () => {
  const first = await startLiveHost();
  const account = await createTestAccount(first.app, first.deps, ['host.server.create']);
  const [before, pair] = [owner, hosts];
  [owner, hosts] = [account, [first, first]];
  try {
    const { sim, id, client } = await obeying();
    sim.join({ name: 'Bob', steamId: BOB });
    await client.expect('gsm:player:create', ({ data }) => data.player.muster_id !== null);
    const came = await client.expect('server:feed', ({ data }) => data.entry.kind === 'join');
    await first.live.supervisor.stop();
    const banned = await ban({ kind: 'identity', guid: battleyeGuid(BOB) });
    expect(onIt(sim)).toEqual(['Bob']);
    const second = await startLiveHost(first);
    const next = second.connect(account.browser);
    await next.hello();
    // Bob may be out before the socket is there: it asks for all since he came.
    const cursors = { [serverStream(id, 'feed')]: came.seq ?? 0 };
    next.send({ type: 'subscribe', server_id: id, topics: ['feed'], cursors });
    await keptOut(next, banned);
    await expect.poll(() => onIt(sim), WAIT).toEqual([]);
    await second.stop();
  } finally {
    [owner, hosts] = [before, pair];
    await first.stop();
  }
});
