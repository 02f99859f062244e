import { expect, it } from 'vitest';
import type { OwnBanList } from '../connectors/contract.ts';
import { Acting } from './acting.ts';

const ada = { muster_id: 'a'.repeat(24), display_name: 'Ada' };
const line = (text: string, direction: 'out' | 'answer' | 'in' = 'out') =>
  ({ at: 0, kind: 'console', direction, text }) as const;

it('a line is whose command is on its way, and nobody’s where two have one', async () => {
  const acting = new Acting();
  expect(acting.actorOf(line('kick 3'))).toBeNull();
  await acting.during({ actor: ada, text: null }, async () => {
    expect(acting.actorOf(line('kick 3'))).toBe(ada);
    expect(acting.actorOf(line('kick 3', 'in'))).toBeNull();
    await acting.during({ actor: null, text: '#lock' }, async () => {
      expect(acting.actorOf(line('kick 3'))).toBeNull();
      expect(acting.actorOf(line('#lock'))).toBeNull();
    });
    expect(acting.actorOf(line('kick 3'))).toBe(ada);
  });
});

it('people act in their own names beside what is done with the game’s own ban list', async () => {
  const acting = new Acting();
  const told: (string | null)[] = [];
  const tell = async () => {
    await acting.during({ actor: ada, text: null }, async () => {
      for (const text of ['kick 3', `addBan ${'0'.repeat(32)} 0 x`, 'writeBans']) {
        told.push(acting.actorOf(line(text))?.display_name ?? null);
      }
      told.push(acting.actorOf(line('Done.', 'answer'))?.display_name ?? null);
    });
    return true;
  };
  const list: OwnBanList = {
    by: 'steam',
    read: async () => null,
    add: tell,
    remove: tell,
    keep: tell,
  };
  expect(await acting.ownBans(list).keep()).toBe(true);
  expect(told).toEqual(['Ada', null, null, null]);
});
