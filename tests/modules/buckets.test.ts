/** Whitelists and filters at simulated game servers: whoever one of them finds is told, or leaves, and nobody else. */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { newId } from '../../src/host/store/ids.ts';
import type { EventData } from '../../src/protocol/events.ts';
import { createTestAccount } from '../support/accounts.ts';
import { startLiveHost, type LiveHost } from '../support/live-host.ts';
import { watchSim, type WatchedSim } from '../support/watched-sim.ts';

const WAIT = { timeout: 10_000, interval: 20 };
const [ADA, BOB, CY] = ['76561190000000001', '76561190000000002', '76561190000000003'];

let host: LiveHost;
let owner: Awaited<ReturnType<typeof createTestAccount>>;
const watched: WatchedSim[] = [];

beforeAll(async () => {
  host = await startLiveHost();
  owner = await createTestAccount(host.app, host.deps, ['host.server.create']);
});
afterEach(async () => {
  for (const one of watched.splice(0)) await one.stop();
});
afterAll(() => host.stop());

async function watch(): Promise<WatchedSim> {
  const one = await watchSim(host, owner.browser);
  watched.push(one);
  return one;
}

async function post(path: string, body: object): Promise<void> {
  const answer = await owner.browser.post(`/app/v1/${path}`, { ...body });
  if (answer.statusCode !== 200) throw new Error(answer.body);
}

const ownedBy = () => ({ kind: 'account', id: owner.id });

/** A bucket that the server uses. */
async function bucket(serverId: string, type: string, entries: readonly object[]): Promise<void> {
  const bucket_id = newId(Date.now());
  await post('buckets/create', { bucket_id, type, identifier: type, owner: ownedBy() });
  const ids = entries.map((entry) => ({ entry_id: newId(Date.now()), ...entry }));
  await post(`bucket/${bucket_id}/entries/add`, { entries: ids });
  await post(`bucket/${bucket_id}/servers`, { server_id: serverId });
}

const filter = (term: string, of: object) => ({
  what: { kind: 'filter', term, term_kind: 'text', message: 'Mind your words.', ...of },
  minutes: null,
});

type KeptOut = Extract<EventData<'server:feed'>['entry'], { kind: 'kept-out' }>;
function decided({ client }: WatchedSim): readonly KeptOut[] {
  return client.frames.flatMap((frame) =>
    frame.event === 'server:feed' && frame.data.entry.kind === 'kept-out' ? [frame.data.entry] : [],
  );
}
const didTo = (of: WatchedSim) => () =>
  decided(of).map(({ rule, did, player: { name } }) => `${rule} ${did} ${name}`);

it('a whitelist in force lets stay who is on it, and everybody while it is paused', async () => {
  const one = await watch();
  const { sim, id, on } = one;
  await bucket(id, 'WHITELIST', [{ what: { kind: 'identity', steam_id: ADA }, minutes: null }]);
  sim.join({ name: 'Ada', steamId: ADA });
  sim.join({ name: 'Bob', steamId: BOB });
  await post(`server/${id}/modules/whitelist`, { active: true });
  await expect.poll(on, WAIT).toEqual(['Ada']);
  await expect.poll(didTo(one), WAIT).toEqual(['whitelist kick Bob']);
  await post(`server/${id}/modules/whitelist`, { paused: true });
  sim.join({ name: 'Bob', steamId: BOB });
  sim.join({ name: 'Cy', steamId: CY });
  const there = () =>
    one.client.frames.filter(
      (frame) =>
        frame.event === 'gsm:player:create' &&
        frame.data.player.name === 'Cy' &&
        frame.data.player.muster_id !== null,
    ).length;
  await expect.poll(there, WAIT).toBeGreaterThan(0);
  expect(on().toSorted()).toEqual(['Ada', 'Bob', 'Cy']);
  await post(`server/${id}/modules/whitelist`, { paused: false });
  await expect.poll(on, WAIT).toEqual(['Ada']);
});

it('whoever is called what a filter looks for leaves, whoever is there when it is made, too', async () => {
  const one = await watch();
  const { sim, id, on } = one;
  sim.join({ name: 'Gr1efer', steamId: BOB });
  sim.join({ name: 'Ada', steamId: ADA });
  await expect.poll(() => on().length, WAIT).toBe(2);
  await bucket(id, 'NAME_FILTER', [filter('griefer', { action: 'kick' })]);
  await expect.poll(on, WAIT).toEqual(['Ada']);
  await expect.poll(didTo(one), WAIT).toEqual(['name-filter kick Gr1efer']);
  expect(decided(one)[0]).toMatchObject({
    reason: 'Mind your words.',
    filter: { bucket: 'NAME_FILTER', term: 'griefer' },
  });
});

it('each line that a filter looks for is warned of, kicked for, or banned for on the primary list', async () => {
  const one = await watch();
  const { sim, id, on } = one;
  const banlist_id = newId(Date.now());
  await post('banlists/create', { banlist_id, identifier: 'Watch', owner: ownedBy() });
  await post(`banlist/${banlist_id}/servers`, { server_id: id, primary: true });
  await bucket(id, 'CHAT_FILTER', [
    filter('darn', { action: 'warn' }),
    filter('cheat for sale', { action: 'ban', ban_minutes: 60 }),
  ]);
  const bob = sim.join({ name: 'Bob', steamId: BOB });
  const ada = sim.join({ name: 'Ada', steamId: ADA });
  const known = () =>
    new Set(
      one.client.frames.flatMap((frame) =>
        frame.event === 'gsm:player:create' && frame.data.player.muster_id !== null
          ? [frame.data.player.name]
          : [],
      ),
    ).size;
  await expect.poll(known, WAIT).toBe(2);
  sim.chat(ada.id, 'Global', 'hello');
  sim.chat(bob.id, 'Global', 'D4rn it');
  await expect.poll(didTo(one), WAIT).toEqual(['chat-filter warn Bob']);
  expect(on().toSorted()).toEqual(['Ada', 'Bob']);
  sim.chat(bob.id, 'Global', 'cheat for sale');
  await expect.poll(on, WAIT).toEqual(['Ada']);
  await expect.poll(() => didTo(one)(), WAIT).toContain('chat-filter ban Bob');
  const bans = await owner.browser.get(`/app/v1/banlist/${banlist_id}/bans`);
  expect(bans.json()).toMatchObject({
    rows: [
      {
        name: 'Bob',
        origin: 'AUTOMATED',
        reason: 'Mind your words.',
        issuer_id: null,
        until: expect.any(Number),
      },
    ],
  });
});
