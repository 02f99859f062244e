/** Bans at real game servers: whoever is kept out leaves within two seconds of what tells who they are. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { kickText } from '../../src/domain/bans/decide.ts';
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

let hosts: LiveHost[];
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
    ({ data }) => data.entry.kind === 'kept-out' && data.entry.ban.id === ban_id,
  );

describe.each(['DAYZ', 'ARMA3', 'ARMA2', 'RUST'] as const)('on %s', (game) => {
  it('whoever is banned before they come is kicked, and the feed says by which ban', async () => {
    const { sim, id, client } = await obeying(game);
    const banned = await ban({
      kind: 'identity',
      steam_id: BOB,
      guid: battleyeGuid(BOB),
    });
    sim.join({ name: 'Ada', steamId: ADA });
    sim.join({ name: 'Bob', steamId: BOB });
    const told = await keptOut(client, banned);
    expect(told.data.entry).toMatchObject({
      rule: 'ban',
      reason: 'Griefing',
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
  const because = { ban: { reason: 'Griefing', until: null } } as never;
  expect(kick.data.entry).toMatchObject({ reason: expect.stringContaining(kickText(because)) });
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
