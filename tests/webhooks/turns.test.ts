/** Who is sent to when, and what is obeyed while something is on its way. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SEND_WEBHOOK } from '../../src/host/webhooks/due.ts';
import { nextDelivery, takeWebhook } from '../../src/host/webhooks/taken.ts';
import { WEBHOOK_EVENT, WEBHOOK_LIMIT } from '../../src/protocol/webhooks/limits.ts';
import { ByHand } from './by-hand.ts';
import { Hooked } from './hooked.ts';
import { SECRET, startReceiver, type Receiver } from './receiver.ts';

const WAIT = { timeout: 20_000, interval: 20 };
const OTHER_SECRET = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;

let hand: ByHand;
let receiver: Receiver;

beforeEach(async () => {
  hand = await ByHand.start();
  receiver = await startReceiver();
});
afterEach(async () => {
  await receiver.stop();
  await hand.stop();
});

async function verified(of: object = {}): Promise<string> {
  const id = await hand.hooked.hook(receiver.origin, of);
  await hand.send(id);
  expect(await hand.hooked.status(id)).toBe('VERIFIED');
  receiver.received.length = 0;
  return id;
}

async function edit(id: string, of: object): Promise<string> {
  const row = await hand.hooked.row(id);
  const set = { flavor: 'MUSTER', events: WEBHOOK_EVENT, username: null, avatar_url: null };
  return hand.hooked.act(id, 'edit', { ...set, was: row?.changed_at, ...of });
}

it('whoever hangs with all their webhooks holds up nobody else’s, nor themselves for ever', async () => {
  receiver.answers(() => null);
  const hang: string[] = [];
  for (let count = 0; count < WEBHOOK_LIMIT.ofList; count += 1) {
    hang.push(await hand.hooked.hook(receiver.origin));
  }
  const other = await Hooked.on(hand.hooked.host);
  const quick = await startReceiver();
  const id = await other.hook(quick.origin);
  for (const one of hang) await hand.begin(one);
  await hand.begin(id);
  await expect.poll(() => other.status(id), WAIT).toBe('VERIFIED');
  await expect.poll(() => receiver.received.length, WAIT).toBe(4);
  await receiver.stop();
  await quick.stop();
  const statuses = async () => {
    const rows = await hand.db
      .selectFrom('webhooks')
      .select('status')
      .distinct()
      .where('id', 'in', hang)
      .execute();
    return rows.map(({ status }) => status);
  };
  await expect.poll(statuses, WAIT).toEqual(['VERIFY_ERROR']);
}, 90_000);

it('what waits for a turn is found by another host, should this one be no more', async () => {
  receiver.answers(() => null);
  for (let count = 0; count < 5; count += 1) {
    await hand.begin(await hand.hooked.hook(receiver.origin));
  }
  const jobs = await hand.db
    .selectFrom('jobs')
    .select('run_at')
    .where('kind', '=', SEND_WEBHOOK)
    .where('key', 'like', '% waits %')
    .execute();
  expect(jobs).toHaveLength(1);
  expect(jobs[0]?.run_at).toBeLessThanOrEqual(hand.now + 30_000);
});

it.each([
  ['pauses it', (id: string) => hand.hooked.act(id, 'pause')],
  ['has it verified again', (id: string) => hand.hooked.act(id, 'reset')],
  ['gives it another secret', (id: string) => edit(id, { secret: OTHER_SECRET })],
  ['has it told of other events', (id: string) => edit(id, { events: ['ban.revoked'] })],
  ['sends it elsewhere', (id: string) => edit(id, { url: 'https://elsewhere.example.org/' })],
  ['removes it', (id: string) => hand.hooked.act(id, 'remove')],
  [
    'deletes the list',
    () => hand.hooked.does(`banlist/${hand.hooked.list}/delete`, { identifier: 'Watch' }),
  ],
] as const)('whoever %s is obeyed from the next delivery on', async (_, does) => {
  const id = await verified();
  await hand.hooked.ban();
  await hand.putDown();
  const taken = await takeWebhook(hand.deps, id);
  if (taken === null) throw new Error('It is due.');
  expect(await nextDelivery(hand.db, taken)).not.toBeNull();
  expect(await does(id)).toBe('done');
  expect(await nextDelivery(hand.db, taken)).toBeNull();
});

it('a host that lost a webhook to another sends nothing more to it', async () => {
  const id = await verified();
  await hand.hooked.ban();
  await hand.putDown();
  const taken = await takeWebhook(hand.deps, id);
  if (taken === null) throw new Error('It is due.');
  await hand.db.updateTable('webhooks').set({ lease_until: 0 }).where('id', '=', id).execute();
  hand.pass(60_000);
  expect(await takeWebhook(hand.deps, id)).not.toBeNull();
  expect(await nextDelivery(hand.db, taken)).toBeNull();
});

it('what is on its way when the secret changes is sent again, signed by the new one', async () => {
  const id = await verified({ secret: OTHER_SECRET });
  receiver.answers(() => null);
  await hand.hooked.ban();
  await hand.putDown();
  await hand.begin(id);
  await expect.poll(() => receiver.received.length, WAIT).toBe(1);
  expect(await edit(id, { secret: SECRET })).toBe('done');
  receiver.answers(() => 204);
  await hand.begin(id);
  const states = async () => (await hand.hooked.deliveries(id)).map(({ state }) => state);
  await expect.poll(states, WAIT).toEqual(['delivered']);
  const [old, anew] = receiver.received;
  expect(anew?.id).toBe(old?.id);
  expect(old?.signed).toBeNull();
  expect(anew?.signed).toMatchObject({ type: 'ban.added' });
});

it('a list that is being deleted is not asked for again and again', async () => {
  const id = await verified();
  await hand.hooked.ban();
  await hand.putDown();
  const path = `banlist/${hand.hooked.list}/delete`;
  await hand.hooked.done(path, { identifier: 'Watch' });
  const jobs = () =>
    hand.db.selectFrom('jobs').select('key').where('kind', '=', SEND_WEBHOOK).execute();
  const before = await jobs();
  await hand.send(id);
  expect(await jobs()).toEqual(before);
  expect(receiver.received).toEqual([]);
});

it('what was on its way when a host died is sent again, under the same id', async () => {
  const id = await verified();
  receiver.answers(() => null);
  await hand.hooked.ban();
  await hand.putDown();
  await hand.begin(id);
  await expect.poll(() => receiver.received.length, WAIT).toBe(1);
  // As long as it is not over, nobody knows whether it was taken.
  await hand.db.updateTable('webhooks').set({ lease_until: 0 }).where('id', '=', id).execute();
  hand.pass(60_000);
  receiver.answers(() => 204);
  await hand.begin(id);
  await expect.poll(() => receiver.received.length, WAIT).toBe(2);
  expect(new Set(receiver.received.map((one) => one.id)).size).toBe(1);
  const states = async () => (await hand.hooked.deliveries(id)).map(({ state }) => state);
  await expect.poll(states, WAIT).toEqual(['delivered']);
});

it('what waits for one that is paused is not sent, though it is due', async () => {
  const id = await verified();
  await hand.hooked.ban();
  await hand.putDown();
  expect(await hand.hooked.act(id, 'pause')).toBe('done');
  await hand.send(id);
  hand.pass(60_000);
  await hand.send(id);
  expect(receiver.received).toEqual([]);
  expect(await hand.hooked.row(id)).toMatchObject({ status: 'PAUSED', waiting: 1 });
});

it.each([503, 422, 410])(
  'what is logged of an answer of %i names no token and no secret',
  async (status) => {
    const id = await hand.hooked.hook(`${receiver.origin}/in/TOKEN?key=KEY`);
    await hand.send(id);
    receiver.answers(() => status);
    await hand.hooked.ban();
    await hand.turn(id);
    expect(hand.logged.join('\n')).toContain('A webhook did not take what it was sent.');
    expect(hand.logged.join('\n')).not.toMatch(/TOKEN|KEY|whsec_/);
  },
);
