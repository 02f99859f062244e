import { expect, test } from 'vitest';
import { coalesce } from './coalesce.ts';

test('what comes while it runs is run together afterwards, and nothing twice at once', async () => {
  const runs: (readonly number[])[] = [];
  const ends: (() => void)[] = [];
  const give = coalesce<number>(async (items) => {
    runs.push(items);
    await new Promise<void>((resolve) => ends.push(resolve));
  });
  give(1);
  give(2);
  give(3);
  expect(runs).toEqual([[1]]);
  ends[0]?.();
  await expect.poll(() => runs).toEqual([[1], [2, 3]]);
  ends[1]?.();
  give(4);
  await expect.poll(() => runs).toEqual([[1], [2, 3], [4]]);
});
