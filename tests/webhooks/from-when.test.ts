/** From when on a webhook is told what happens, and until when. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { webhookPayload } from '../../src/protocol/webhooks/payload.ts';
import { ByHand } from './by-hand.ts';
import { startReceiver, type Receiver } from './receiver.ts';

let hand: ByHand;
let receiver: Receiver;
let people = 0;

beforeEach(async () => {
  hand = await ByHand.start();
  receiver = await startReceiver();
});
afterEach(async () => {
  await receiver.stop();
  await hand.stop();
});

/** Somebody whom nobody has banned yet is. */
function ban(): Promise<string> {
  people += 1;
  const steam_id = String(76561190000700000n + BigInt(people));
  return hand.hooked.ban({ who: { kind: 'identity', steam_id, name: 'Bob' } });
}

/** The bans that were told of, in order. */
const told = () =>
  receiver.received.flatMap(({ body }) => {
    const { data } = webhookPayload.parse(JSON.parse(body));
    return 'ban' in data && data.ban !== null ? [data.ban.id] : [];
  });

async function verified(): Promise<string> {
  const id = await hand.hooked.hook(receiver.origin);
  await hand.send(id);
  expect(await hand.hooked.status(id)).toBe('VERIFIED');
  return id;
}

it('what happened before it was set up is not told, though nobody has read it yet', async () => {
  await ban();
  const id = await hand.hooked.hook(receiver.origin);
  const after = await ban();
  await hand.turn(id);
  expect(told()).toEqual([after]);
});

it('what happens is told, though it was set up by a host whose clock is ahead', async () => {
  hand.pass(60_000);
  const id = await verified();
  hand.pass(-60_000);
  const banned = await ban();
  await hand.turn(id);
  expect(told()).toEqual([banned]);
});

it.each([
  ['is paused', (id: string): Promise<string> => hand.hooked.act(id, 'pause')],
  [
    'could not be verified',
    async (id: string): Promise<string> => {
      receiver.answers(() => 404);
      await hand.hooked.act(id, 'reset');
      await hand.send(id);
      receiver.answers(() => 204);
      return 'done';
    },
  ],
  [
    'is switched off',
    async (id: string): Promise<string> => {
      receiver.answers(() => 410);
      await ban();
      await hand.turn(id);
      receiver.answers(() => 204);
      receiver.received.length = 0;
      return 'done';
    },
  ],
])('what happens while it %s is not told, however late it is read', async (_, does) => {
  const id = await verified();
  expect(await does(id)).toBe('done');
  await ban();
  expect(await hand.hooked.act(id, 'reset')).toBe('done');
  await hand.send(id);
  expect(await hand.hooked.status(id)).toBe('VERIFIED');
  const after = await ban();
  await hand.turn(id);
  expect(told()).toEqual([after]);
});
