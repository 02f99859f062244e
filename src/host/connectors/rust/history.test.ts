import { beforeEach, describe, expect, test } from 'vitest';
import { Watched } from './watched.ts';

let w: Watched;

beforeEach(() => {
  w = new Watched();
});

describe('a history that is longer than a message may be', () => {
  const asked = () => w.server.commands.filter((command) => command.startsWith('console.tail'));
  const overflow = () => {
    w.server.overflow();
    return [];
  };

  test('is asked for less of, and after the next gap for more again', async () => {
    w.server.answers.set('console.tail 256', overflow);
    w.server.answers.set('console.tail 64', overflow);
    await w.start();
    await w.clock.advance(60_000);
    expect(asked()).toEqual(['console.tail 256', 'console.tail 64', 'console.tail 16']);
    w.server.answers.clear();
    for (let gap = 0; gap < 3; gap += 1) {
      w.server.commands.length = 0;
      w.server.die();
      await w.clock.advance(60_000);
      expect(asked()).toEqual([gap === 0 ? 'console.tail 64' : 'console.tail 256']);
    }
  });
  test('costs each gap one connection more where it stays so', async () => {
    w.server.answers.set('console.tail 256', overflow);
    w.server.answers.set('console.tail 64', overflow);
    await w.start();
    await w.clock.advance(60_000);
    for (let gap = 0; gap < 3; gap += 1) {
      w.server.commands.length = 0;
      w.server.die();
      await w.clock.advance(60_000);
      expect(asked()).toEqual(['console.tail 64', 'console.tail 16']);
      expect(w.of('state').at(-1)).toMatchObject({ state: 'CONNECTED', ready: true });
    }
  });
  test('is no other message that is too long', async () => {
    await w.start();
    w.server.commands.length = 0;
    w.server.overflow();
    await w.clock.advance(60_000);
    expect(asked()).toEqual(['console.tail 256']);
  });
});
