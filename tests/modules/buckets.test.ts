/** Whitelists and filters at simulated game servers: whoever one of them finds is told, or leaves, and nobody else. */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { newId } from '../../src/host/store/ids.ts';
import { grant, serverResource } from '../../src/host/access/grants.ts';
import { CALLS } from '../../src/protocol/calls.ts';
import type { EventData } from '../../src/protocol/events.ts';
import { createTestAccount } from '../support/accounts.ts';
import { startLiveHost, type LiveHost } from '../support/live-host.ts';
import { watchSim, type WatchedSim } from '../support/watched-sim.ts';

const WAIT = { timeout: 10_000, interval: 20 };
const [ADA, BOB, CY] = ['76561190000000001', '76561190000000002', '76561190000000003'];

let host: LiveHost;
let owner: Account;
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

type Account = Awaited<ReturnType<typeof createTestAccount>>;

async function post(path: string, body: object, by: Account = owner): Promise<void> {
  const answer = await by.browser.post(`/app/v1/${path}`, { ...body });
  if (answer.statusCode !== 200) throw new Error(answer.body);
}

const ownedBy = ({ id }: Account = owner) => ({ kind: 'account', id });

/** A bucket that the server uses. */
async function bucket(
  serverId: string,
  type: string,
  entries: readonly object[],
  by: Account = owner,
): Promise<void> {
  const bucket_id = newId(Date.now());
  await post('buckets/create', { bucket_id, type, identifier: type, owner: ownedBy(by) }, by);
  const ids = entries.map((entry) => ({ entry_id: newId(Date.now()), ...entry }));
  await post(`bucket/${bucket_id}/entries/add`, { entries: ids }, by);
  await post(`bucket/${bucket_id}/servers`, { server_id: serverId }, by);
}

/** The list that bans go to which are made from the server. */
async function primaryList(serverId: string): Promise<string> {
  const banlist_id = newId(Date.now());
  await post('banlists/create', { banlist_id, identifier: 'Watch', owner: ownedBy() });
  await post(`banlist/${banlist_id}/servers`, { server_id: serverId, primary: true });
  return banlist_id;
}

async function bannedOn(banlistId: string): Promise<readonly string[]> {
  const answer = await owner.browser.get(`/app/v1/banlist/${banlistId}/bans`);
  return CALLS.bansPage.answer.parse(answer.json()).rows.map(({ name }) => name);
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

/** How many players of the server are known by who they are. */
const known =
  ({ client }: WatchedSim) =>
  () =>
    new Set(
      client.frames.flatMap((frame) =>
        frame.event === 'gsm:player:create' && frame.data.player.muster_id !== null
          ? [frame.data.player.name]
          : [],
      ),
    ).size;

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
  const banlist_id = await primaryList(id);
  await bucket(id, 'CHAT_FILTER', [
    filter('darn', { action: 'warn' }),
    filter('cheat for sale', { action: 'ban', ban_minutes: 60 }),
  ]);
  const bob = sim.join({ name: 'Bob', steamId: BOB });
  const ada = sim.join({ name: 'Ada', steamId: ADA });
  await expect.poll(known(one), WAIT).toBe(2);
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

it('whoever leaves with their last word is banned for it, and by a filter of nobody who could not ban by hand', async () => {
  const one = await watch();
  const { sim, id, on } = one;
  const banlist_id = await primaryList(id);
  const helper = await createTestAccount(host.app, host.deps);
  const held = ['server.view', 'server.modify.configuration'] as const;
  await grant(host.deps.db, helper.id, serverResource(id), held, null, 0);
  await bucket(id, 'CHAT_FILTER', [filter('scam', { action: 'ban', ban_minutes: 60 })]);
  const others = [filter('spam', { action: 'ban', ban_minutes: null })];
  await bucket(id, 'CHAT_FILTER', others, helper);
  const bob = sim.join({ name: 'Bob', steamId: BOB });
  const cy = sim.join({ name: 'Cy', steamId: CY });
  await expect.poll(known(one), WAIT).toBe(2);
  sim.chat(cy.id, 'Global', 'spam');
  await expect.poll(on, WAIT).toEqual(['Bob']);
  await expect.poll(didTo(one), WAIT).toEqual(['chat-filter kick Cy']);
  sim.chat(bob.id, 'Global', 'scam');
  sim.leave(bob.id);
  await expect.poll(() => bannedOn(banlist_id), WAIT).toEqual(['Bob']);
});
