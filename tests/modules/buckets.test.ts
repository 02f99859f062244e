/** Whitelists and filters at simulated game servers: whoever one of them finds is told, or leaves, and nobody else. */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { grant, serverResource } from '../../src/host/access/grants.ts';
import { createTestAccount } from '../support/accounts.ts';
import {
  bySteam,
  decided,
  didTo,
  known,
  startKeptDoors,
  type KeptDoors,
} from '../support/kept-doors.ts';

const WAIT = { timeout: 10_000, interval: 20 };
const [ADA, BOB, CY] = ['76561190000000001', '76561190000000002', '76561190000000003'];

let doors: KeptDoors;
beforeAll(async () => {
  doors = await startKeptDoors();
});
afterEach(() => doors.stopSims());
afterAll(() => doors.stop());

const filter = (term: string, of: object) => ({
  what: { kind: 'filter', term, term_kind: 'text', message: 'Mind your words.', ...of },
  minutes: null,
});

it('a whitelist in force lets stay who is on it, and everybody while it is paused', async () => {
  const one = await doors.watch();
  const { sim, id, on } = one;
  await doors.bucket(id, 'WHITELIST', [bySteam(ADA)]);
  sim.join({ name: 'Ada', steamId: ADA });
  sim.join({ name: 'Bob', steamId: BOB });
  await doors.post(`server/${id}/modules/whitelist`, { active: true });
  await expect.poll(on, WAIT).toEqual(['Ada']);
  await expect.poll(didTo(one), WAIT).toEqual(['whitelist kick Bob']);
  await doors.post(`server/${id}/modules/whitelist`, { paused: true });
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
  await doors.post(`server/${id}/modules/whitelist`, { paused: false });
  await expect.poll(on, WAIT).toEqual(['Ada']);
});

it('whoever is called what a filter looks for leaves, whoever is there when it is made, too', async () => {
  const one = await doors.watch();
  const { sim, id, on } = one;
  sim.join({ name: 'Gr1efer', steamId: BOB });
  sim.join({ name: 'Ada', steamId: ADA });
  await expect.poll(() => on().length, WAIT).toBe(2);
  await doors.bucket(id, 'NAME_FILTER', [filter('griefer', { action: 'kick' })]);
  await expect.poll(on, WAIT).toEqual(['Ada']);
  await expect.poll(didTo(one), WAIT).toEqual(['name-filter kick Gr1efer']);
  expect(decided(one)[0]).toMatchObject({
    reason: 'Mind your words.',
    filter: { bucket: 'NAME_FILTER', term: 'griefer' },
  });
});

it('each line that a filter looks for is warned of, kicked for, or banned for on the primary list', async () => {
  const one = await doors.watch();
  const { sim, id, on } = one;
  const banlist_id = await doors.primaryList(id);
  await doors.bucket(id, 'CHAT_FILTER', [
    filter('darn', { action: 'warn' }),
    filter('cheat for sale', { action: 'ban', ban_minutes: 60 }),
  ]);
  const bob = sim.join({ name: 'Bob', steamId: BOB });
  const ada = sim.join({ name: 'Ada', steamId: ADA });
  await expect.poll(known(one), WAIT).toHaveLength(2);
  sim.chat(ada.id, 'Global', 'hello');
  sim.chat(bob.id, 'Global', 'D4rn it');
  await expect.poll(didTo(one), WAIT).toEqual(['chat-filter warn Bob']);
  expect(on().toSorted()).toEqual(['Ada', 'Bob']);
  sim.chat(bob.id, 'Global', 'cheat for sale');
  await expect.poll(on, WAIT).toEqual(['Ada']);
  await expect.poll(() => didTo(one)(), WAIT).toContain('chat-filter ban Bob');
  const bans = await doors.owner.browser.get(`/app/v1/banlist/${banlist_id}/bans`);
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
  const one = await doors.watch();
  const { sim, id, on } = one;
  const banlist_id = await doors.primaryList(id);
  const helper = await createTestAccount(doors.host.app, doors.host.deps);
  const held = ['server.view', 'server.modify.configuration'] as const;
  await grant(doors.host.deps.db, helper.id, serverResource(id), held, null, 0);
  await doors.bucket(id, 'CHAT_FILTER', [filter('scam', { action: 'ban', ban_minutes: 60 })]);
  const others = [filter('spam', { action: 'ban', ban_minutes: null })];
  await doors.bucket(id, 'CHAT_FILTER', others, helper);
  const bob = sim.join({ name: 'Bob', steamId: BOB });
  const cy = sim.join({ name: 'Cy', steamId: CY });
  await expect.poll(known(one), WAIT).toHaveLength(2);
  sim.chat(cy.id, 'Global', 'spam');
  await expect.poll(on, WAIT).toEqual(['Bob']);
  await expect.poll(didTo(one), WAIT).toEqual(['chat-filter kick Cy']);
  sim.chat(bob.id, 'Global', 'scam');
  sim.leave(bob.id);
  await expect.poll(() => doors.bannedOn(banlist_id), WAIT).toEqual(['Bob']);
});
