import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDeps, type TestDeps } from '../../tests/support/host.ts';
import { FILL_ON, fillOn } from './fill-on.ts';

let test: TestDeps;

beforeAll(async () => {
  test = await createTestDeps();
});
afterAll(() => test.close());

it.each(['players', 'bans', 'entries'] as const)(
  'what is left of %s is done later, until nothing is',
  async (names) => {
    const { db } = test.deps;
    const parts: string[] = [];
    const part = (of: string) => async () => {
      parts.push(of);
      return parts.length < 3;
    };
    const fills = { players: part('players'), bans: part('bans'), entries: part('entries') };
    const left = async () => {
      const jobs = db.deleteFrom('jobs').where('kind', '=', FILL_ON).returning('payload');
      return (await jobs.execute()).map(({ payload }) => payload);
    };
    await fillOn(test.deps, { names }, fills);
    let waiting = await left();
    expect(waiting).toEqual([{ names }]);
    while (waiting.length > 0) {
      for (const one of waiting) await fillOn(test.deps, one, fills);
      waiting = await left();
    }
    expect(parts).toEqual([names, names, names]);
  },
);
