import { beforeEach, expect, test } from 'vitest';
import { ANN, BOB, CY, Watched } from './watched.ts';

let w: Watched;

beforeEach(async () => {
  w = new Watched();
  w.server.join(ANN, 'Ann', true, '203.0.113.1:4000');
  w.server.join(BOB, 'Bob', true, '203.0.113.1:4001');
  await w.start();
});

const says = (text: string): void => w.server.say('0', 'SERVER', text, 2);

async function unheard(happens: () => void): Promise<void> {
  w.network.web.frozen = true;
  happens();
  await w.clock.advance(60_000);
  w.network.web.frozen = false;
  w.server.die();
  await w.clock.advance(60_000);
}

test('of somebody who came and was kicked unheard the whole name is told', async () => {
  await unheard(() => {
    w.server.join(CY, 'Cy (Lobby)', true, '203.0.113.1:4002');
    says('Kicking Cy (Lobby) (rude (very))');
    w.server.leave(CY, 'Kicked: rude (very)');
  });
  expect(w.of('kick')).toMatchObject([{ name: 'Cy (Lobby)', reason: 'rude (very)', player: null }]);
});

test('a kick that was not heard is not told of another by that name', async () => {
  await unheard(() => {
    says('Kicking Bob (loud)');
    w.server.leave(BOB, 'Kicked: loud');
    w.server.join(CY, 'Bob', true, '203.0.113.1:4002');
  });
  expect(w.of('kick')).toMatchObject([{ name: 'Bob', reason: 'loud', player: null }]);
});

test('of two by one name nobody is told to have been kicked by the chat', async () => {
  w.server.join(CY, 'Bob', true, '203.0.113.1:4002');
  says('Kicking Ann (afk)');
  says('Kicking Bob (loud)');
  await w.clock.advance(100);
  expect(w.of('kick')).toMatchObject([
    { name: 'Ann', player: { steamId: ANN } },
    { name: 'Bob', player: null },
  ]);
});
