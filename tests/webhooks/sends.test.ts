/** What follows from what a receiver answers, or does not. */
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { erasePerson } from '../../src/host/players/erase.ts';
import { identify } from '../../src/host/players/identify.ts';
import { identitiesOf, identityKey } from '../../src/host/players/identities.ts';
import { pruneLog } from '../../src/host/realtime/prune.ts';
import { pruneDeliveries } from '../../src/host/webhooks/sends.ts';
import { WEBHOOK_LIMIT } from '../../src/protocol/webhooks/limits.ts';
import { webhookPayload } from '../../src/protocol/webhooks/payload.ts';
import { ByHand } from './by-hand.ts';
import { startReceiver, type Receiver } from './receiver.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let hand: ByHand;
let receiver: Receiver;
let people = 0;

beforeEach(async () => {
  hand = await ByHand.start();
});
afterEach(async () => {
  await receiver.stop();
  await hand.stop();
});

/** A webhook that takes what it is sent. */
async function verified(of: object = {}): Promise<string> {
  receiver = await startReceiver();
  const id = await hand.hooked.hook(receiver.origin, of);
  await hand.turn(id);
  expect(await hand.hooked.status(id)).toBe('VERIFIED');
  receiver.received.length = 0;
  return id;
}

/** Somebody whom nobody has banned yet is. */
function ban(): Promise<string> {
  people += 1;
  const steam_id = String(76561190000500000n + BigInt(people));
  return hand.hooked.ban({ who: { kind: 'identity', steam_id, name: 'Bob' } });
}

const bans = () =>
  receiver.received.map(({ body }) => {
    const { data } = webhookPayload.parse(JSON.parse(body));
    return 'ban' in data ? data.ban?.id : null;
  });
const newest = async (id: string) => (await hand.hooked.deliveries(id))[0];

/** What the protocol of the list says of its webhooks, the newest first. */
async function audited(): Promise<readonly string[]> {
  const rows = await hand.db
    .selectFrom('audit')
    .select('action')
    .where('resource', '=', `banlist/${hand.hooked.list}`)
    .where('action', 'like', 'banlists.webhook-%')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ action }) => action.slice('banlists.'.length));
}

it('who is out of order is told again, later and later, the same under the same id', async () => {
  const id = await verified();
  receiver.answers(() => ({ status: 503, headers: { 'retry-after': '60' } }));
  const banned = await ban();
  await hand.turn(id);
  expect(await hand.hooked.row(id)).toMatchObject({ cause: 'busy', code: 503, waiting: 1 });
  expect(await newest(id)).toMatchObject({ state: 'waiting', tries: 1, code: 503 });
  hand.pass(59_000);
  await hand.turn(id);
  expect(receiver.received).toHaveLength(1);
  hand.pass(20_000);
  receiver.answers(() => 200);
  await hand.turn(id);
  expect(bans()).toEqual([banned, banned]);
  expect(new Set(receiver.received.map((one) => one.id)).size).toBe(1);
  expect(await newest(id)).toMatchObject({ state: 'delivered', tries: 2, cause: null, code: null });
  expect(await hand.hooked.row(id)).toMatchObject({ cause: null, failing_since: null, waiting: 0 });
});

it('what one does not want is failed, and the next one follows', async () => {
  const id = await verified();
  const [first, second] = [await ban(), await ban()];
  receiver.answers(({ body }) => (body.includes(first) ? 422 : 200));
  await hand.turn(id);
  expect(bans()).toEqual([first, second]);
  const [delivered, failed] = await hand.hooked.deliveries(id);
  expect(delivered).toMatchObject({ ban_id: second, state: 'delivered' });
  expect(failed).toMatchObject({ ban_id: first, state: 'failed', cause: 'refused', code: 422 });
  expect(await hand.hooked.row(id)).toMatchObject({ status: 'VERIFIED', cause: null });
});

it('one that is gone is switched off at once, and says so in the protocol of the list', async () => {
  const id = await verified();
  receiver.answers(() => 410);
  await ban();
  await hand.turn(id);
  expect(await hand.hooked.row(id)).toMatchObject({ status: 'ERROR', cause: 'gone', code: 410 });
  expect((await audited())[0]).toBe('webhook-off');
  await ban();
  await hand.turn(id);
  expect(receiver.received).toHaveLength(1);
});

it('one that fails for a day is switched off; verified again, what failed can be sent again', async () => {
  const id = await verified();
  await receiver.stop();
  const banned = await ban();
  await hand.turn(id);
  expect(await hand.hooked.row(id)).toMatchObject({ status: 'VERIFIED', cause: 'unreachable' });
  for (let tries = 0; tries < 40 && (await hand.hooked.status(id)) === 'VERIFIED'; tries += 1) {
    hand.pass(2.5 * HOUR);
    await hand.turn(id);
  }
  expect(await hand.hooked.row(id)).toMatchObject({ status: 'ERROR', cause: 'given-up' });
  const failed = await newest(id);
  expect(failed).toMatchObject({ state: 'failed', ban_id: banned });
  const again = `deliveries/${failed?.id ?? ''}/again`;
  expect(await hand.hooked.act(id, again)).toBe('webhook-off');

  receiver = await startReceiver();
  const row = await hand.hooked.row(id);
  await hand.hooked.act(id, 'edit', { ...set, url: receiver.origin, was: row?.changed_at });
  await hand.turn(id);
  expect(await hand.hooked.status(id)).toBe('VERIFIED');
  expect(await hand.hooked.act(id, again)).toBe('done');
  await hand.send(id);
  expect(receiver.received.map((one) => one.id).slice(1)).toEqual([failed?.id]);
});

const set = {
  flavor: 'MUSTER',
  events: ['ban.added'],
  username: null,
  avatar_url: null,
} as const;

it('a redirect is followed nowhere', async () => {
  const id = await verified();
  const elsewhere = await startReceiver();
  receiver.answers(() => ({ status: 307, headers: { location: elsewhere.origin } }));
  await ban();
  await hand.turn(id);
  expect(await hand.hooked.row(id)).toMatchObject({ cause: 'redirected', code: 307 });
  expect(elsewhere.connections()).toBe(0);
  await elsewhere.stop();
});

it('nothing is sent where the certificate is not trusted', async () => {
  receiver = await startReceiver('untrusted');
  const id = await hand.hooked.hook(receiver.origin);
  await hand.turn(id);
  expect(await hand.hooked.row(id)).toMatchObject({
    status: 'VERIFY_ERROR',
    cause: 'certificate',
    security: 'SSL_ERROR',
  });
  expect(receiver.received).toEqual([]);
});

it('plain HTTP goes to the own network alone, and is said not to be secure', async () => {
  receiver = await startReceiver('plain');
  const id = await hand.hooked.hook(receiver.origin);
  await hand.turn(id);
  expect(await hand.hooked.row(id)).toMatchObject({ status: 'VERIFIED', security: 'NOT_SECURE' });
  const abroad = await hand.hooked.hook('http://93.184.216.34/in');
  await hand.turn(abroad);
  expect(await hand.hooked.row(abroad)).toMatchObject({
    status: 'VERIFY_ERROR',
    cause: 'not-secure',
    security: 'NOT_SECURE',
  });
});

it('what happens while it is paused is not told; what waited is, once it is verified again', async () => {
  const id = await verified();
  receiver.answers(() => 503);
  const before = await ban();
  await hand.turn(id);
  expect(await hand.hooked.act(id, 'pause')).toBe('done');
  await ban();
  await hand.turn(id);
  receiver.answers(() => 200);
  receiver.received.length = 0;
  expect(await hand.hooked.act(id, 'reset')).toBe('done');
  await hand.turn(id);
  const after = await ban();
  await hand.turn(id);
  expect(bans()).toEqual([null, before, after]);
});

it('what happens while it is being verified waits for that', async () => {
  receiver = await startReceiver();
  const id = await hand.hooked.hook(receiver.origin);
  const banned = await ban();
  await hand.turn(id);
  expect(bans()).toEqual([null, banned]);
  const row = await hand.hooked.row(id);
  const url = `${receiver.origin}/elsewhere`;
  expect(await hand.hooked.act(id, 'edit', { ...set, url, was: row?.changed_at })).toBe('done');
  const meanwhile = await ban();
  await hand.turn(id);
  expect(bans()).toEqual([null, banned, null, meanwhile]);
});

it('what waits is bounded, and nothing of it is left out', async () => {
  const id = await verified({ events: ['ban.added'] });
  receiver.answers(() => 503);
  const bound = WEBHOOK_LIMIT.waiting + 1;
  let told = 0;
  for (; told < bound + 30; told += 10) {
    await hand.hooked.importBans(10, told);
    await hand.turn(id);
  }
  expect((await hand.hooked.row(id))?.waiting).toBeLessThanOrEqual(bound);
  receiver.answers(() => 200);
  receiver.received.length = 0;
  hand.pass(3 * HOUR);
  await hand.turn(id);
  const counts = receiver.received.map(({ body }) => webhookPayload.parse(JSON.parse(body)).data);
  expect(counts.reduce((sum, data) => sum + ('count' in data ? data.count : 0), 0)).toBe(told);
  expect((await hand.hooked.row(id))?.waiting).toBe(0);
});

it('what the log has forgotten cannot be told again, and goes after seven days', async () => {
  const id = await verified();
  await ban();
  await hand.turn(id);
  const delivered = await newest(id);
  const again = `deliveries/${delivered?.id ?? ''}/again`;
  expect(await hand.hooked.act(id, again)).toBe('done');
  await hand.send(id);
  expect(new Set(bans()).size).toBe(1);
  expect(receiver.received.map((one) => one.id)).toEqual([delivered?.id, delivered?.id]);
  expect(await audited()).toEqual(['webhook-again', 'webhook-add']);
  await pruneLog(hand.db, hand.now + DAY, hand.now + DAY);
  expect(await hand.hooked.act(id, again)).toBe('no-longer-kept');
  await pruneDeliveries(hand.db, hand.now + 8 * DAY);
  expect(await hand.hooked.deliveries(id)).toEqual([]);
});

it('what waited for longer than the log is kept is not dropped: its history says what became of it', async () => {
  const id = await verified();
  receiver.answers(() => 503);
  const banned = await ban();
  await hand.turn(id);
  expect(await hand.hooked.act(id, 'pause')).toBe('done');
  await pruneLog(hand.db, hand.now + DAY, hand.now + DAY);
  await pruneDeliveries(hand.db, hand.now + 30 * DAY);
  receiver.answers(() => 200);
  expect(await hand.hooked.act(id, 'reset')).toBe('done');
  await hand.send(id);
  expect(await newest(id)).toMatchObject({ ban_id: banned, state: 'failed', cause: 'forgotten' });
  expect((await hand.hooked.row(id))?.waiting).toBe(0);
});

it('whoever was erased in the meantime is told by nobody’s name, also when it is sent again', async () => {
  const id = await verified();
  const steamId = '76561190000900001';
  const identities = identitiesOf({ guid: null, steamId, bohemiaId: null });
  const known = await identify(hand.db, [{ identities, name: 'Mallory' }], hand.now);
  const who = { kind: 'identity', steam_id: steamId, name: 'Mallory' };
  await hand.hooked.ban({ who, reason: 'Mallory again' });
  await hand.turn(id);
  const player = known.get(identityKey(identities[0]!)) ?? '';
  await erasePerson({ ...hand.deps, now: hand.now }, player, () => undefined);
  const again = `deliveries/${(await newest(id))?.id ?? ''}/again`;
  expect(await hand.hooked.act(id, again)).toBe('done');
  await hand.send(id);
  const [before, after] = receiver.received.map(({ body }) => body);
  expect(before).toContain('Mallory');
  expect(before).toContain(steamId);
  expect(webhookPayload.parse(JSON.parse(after ?? ''))).toMatchObject({
    data: { ban: { name: null, steam_id: null, reason: null } },
  });
  const { rows } = await sql<{ all: string }>`
    select json_agg(d)::text as all from webhook_deliveries d
  `.execute(hand.db);
  expect(rows[0]?.all).not.toMatch(/Mallory|76561190000900001/);
});
