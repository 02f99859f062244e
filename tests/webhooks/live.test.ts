/** What happens to the bans of a list is told to webhooks by a running host. */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { webhookPayload } from '../../src/protocol/webhooks/payload.ts';
import { startLiveHost, type LiveHost } from '../support/live-host.ts';
import { Hooked } from './hooked.ts';
import { startReceiver, type Receiver } from './receiver.ts';

const WAIT = { timeout: 20_000, interval: 20 };

let host: LiveHost;
let hooked: Hooked;
let receiver: Receiver;

beforeAll(async () => {
  host = await startLiveHost();
  hooked = await Hooked.on(host);
});
afterAll(() => host.stop());
afterEach(() => receiver.stop());

const types = () => receiver.received.map(({ signed }) => signed?.type ?? 'not signed');
const last = () => webhookPayload.parse(receiver.received.at(-1)?.signed).data;

async function verified(id: string): Promise<void> {
  await expect.poll(() => hooked.status(id), WAIT).toBe('VERIFIED');
}

it('is verified, and told of a ban what became of it, signed, each within its turn', async () => {
  receiver = await startReceiver();
  const id = await hooked.hook(`${receiver.origin}/in/TOKEN?key=KEY`);
  await verified(id);
  expect(await hooked.row(id)).toMatchObject({
    target: `${receiver.origin}/in/…`,
    security: 'NO_CONCERNS',
    secret: true,
    cause: null,
    creator_id: hooked.owner.id,
  });
  const ban = await hooked.ban();
  const of = { reason: 'Griefing' };
  const path = `banlist/${hooked.list}/bans/${ban}/status`;
  await hooked.done(path, { status: 'INACTIVE', was: 'ACTIVE' });
  await hooked.done(path, { status: 'ACTIVE', was: 'INACTIVE' });
  await hooked.done(path, { status: 'REVOKED', was: 'ACTIVE' });
  const told = ['verification', 'ban.added', 'ban.ended', 'ban.restored', 'ban.revoked'];
  await expect.poll(types, WAIT).toEqual(told);
  expect(last()).toMatchObject({
    banlist: { id: hooked.list, identifier: 'Watch' },
    count: 1,
    ban: { id: ban, steam_id: '76561190000000001', status: 'REVOKED', ...of },
  });
  expect(receiver.received[1]?.path).toBe('/in/TOKEN?key=KEY');
  await expect
    .poll(async () => (await hooked.deliveries(id)).map(({ state }) => state), WAIT)
    .toEqual(told.slice(1).map(() => 'delivered'));
  expect(host.logged.join('\n')).not.toContain('TOKEN');
  await hooked.act(id, 'remove');
});

it('a file of bans comes as how many', async () => {
  receiver = await startReceiver();
  const id = await hooked.hook(receiver.origin);
  await verified(id);
  await hooked.importBans(500);
  await hooked.importBans(20, 500);
  const count = async () => {
    const all = await hooked.deliveries(id);
    return all.every(({ state }) => state === 'delivered')
      ? all.reduce((sum, one) => sum + one.count, 0)
      : 0;
  };
  await expect.poll(count, WAIT).toBe(520);
  expect(receiver.received.length).toBeLessThanOrEqual(4);
  expect(last()).toMatchObject({ ban: null });
  await hooked.act(id, 'remove');
});

it('Discord is posted to in its own words', async () => {
  receiver = await startReceiver();
  const id = await hooked.hook(`${receiver.origin}/api/webhooks/1/TOKEN`, {
    flavor: 'DISCORD',
    secret: undefined,
    username: 'Watch',
    events: ['ban.added'],
  });
  await verified(id);
  await hooked.ban({
    who: { kind: 'identity', steam_id: '76561190000000002', name: '@everyone *Bob*' },
  });
  await expect.poll(() => receiver.received.length, WAIT).toBe(2);
  const [first, second] = receiver.received.map(({ body }) => JSON.parse(body) as object);
  expect(first).toMatchObject({ username: 'Watch', embeds: [{ title: 'Muster is connected' }] });
  expect(second).toMatchObject({
    allowed_mentions: { parse: [] },
    embeds: [{ title: 'Banned: \\@everyone \\*Bob\\*', description: 'Griefing' }],
  });
  expect(receiver.received[0]?.headers['webhook-signature']).toBeUndefined();
  await hooked.act(id, 'remove');
});

it('nobody is told what they do not listen for, nor what was before', async () => {
  receiver = await startReceiver();
  await hooked.ban({
    who: { kind: 'identity', steam_id: '76561190000000003', name: 'Cy' },
  });
  const id = await hooked.hook(receiver.origin, { events: ['ban.revoked'] });
  await verified(id);
  const ban = await hooked.ban({
    who: { kind: 'identity', steam_id: '76561190000000004', name: 'Di' },
  });
  const path = `banlist/${hooked.list}/bans/${ban}/status`;
  await hooked.done(path, { status: 'REVOKED', was: 'ACTIVE' });
  await expect.poll(types, WAIT).toEqual(['verification', 'ban.revoked']);
  await hooked.act(id, 'remove');
});
