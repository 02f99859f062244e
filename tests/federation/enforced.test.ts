/** A ban of another installation at a real game server: whoever is banned there is out here. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../src/host/store/ids.ts';
import { GAME } from '../../src/protocol/enumerations.ts';
import { startSimServer, type SimServer } from '../../src/sim/server.ts';
import { createTestAccount } from '../support/accounts.ts';
import { addServer, RCON_PASSWORD } from '../support/added-server.ts';
import { startLiveHost, type LiveHost } from '../support/live-host.ts';
import { Installation, Time } from './installations.ts';

const WAIT = { timeout: 20_000, interval: 50 };
const BOB = '76561190000000001';

let there: Installation;
let here: LiveHost;
let sim: SimServer;

beforeAll(async () => {
  const time = new Time();
  time.now = Date.now();
  there = await Installation.start(time);
  here = await startLiveHost();
  sim = await startSimServer({ game: 'DAYZ', password: RCON_PASSWORD, slots: 60 });
});
afterAll(async () => {
  await sim.stop();
  await here.stop();
  await there.stop();
});

it('whoever is on a server is kicked once its list follows one of another installation that bans them', async () => {
  const owner = await createTestAccount(here.app, here.deps, ['host.server.create']);
  const post = async (path: string, body: object) => {
    const answer = await owner.browser.post(`/app/v1/${path}`, { ...body });
    if (answer.statusCode !== 200) throw new Error(answer.body);
  };
  const list = newId(Date.now());
  const made = { banlist_id: list, identifier: 'Own', owner: { kind: 'account', id: owner.id } };
  await post('banlists/create', made);
  const server_id = await addServer(owner.browser, sim, 'Chernarus', GAME.DAYZ);
  await post(`banlist/${list}/servers`, { server_id, primary: false });
  const client = here.connect(owner.browser);
  await client.hello();
  client.send({ type: 'subscribe', server_id, topics: ['feed'], cursors: {} });
  await client.expect('event_subscription', ({ data }) => data.server_id === server_id);
  sim.join({ name: 'Bob', steamId: BOB });
  sim.join({ name: 'Ada', steamId: '76561190000000002' });
  const names = () => sim.roster().map(({ name }) => name);
  await expect.poll(names, WAIT).toEqual(['Bob', 'Ada']);

  const theirs = await there.newList('Theirs');
  await there.ban(theirs, { kind: 'identity', steam_id: BOB }, { reason: 'Griefing' });
  const link = await there.share(theirs);
  await post(`banlist/${list}/remotes`, { remote_id: newId(Date.now()), link, addresses: false });
  const told = await client.expect(
    'server:feed',
    ({ data }) => data.entry.kind === 'kept-out' && data.entry.player.name === 'Bob',
  );
  expect(told.data.entry).toMatchObject({
    rule: 'ban',
    reason: 'Griefing',
    ban: { banlist: 'Theirs', through: { id: list, identifier: 'Own' } },
  });
  await expect.poll(names, WAIT).toEqual(['Ada']);
}, 60_000);
