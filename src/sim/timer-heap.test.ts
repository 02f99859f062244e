import { expect, test } from 'vitest';
import { Random } from './random.ts';
import { TimerHeap } from './timer-heap.ts';

test('timers come in the order of their moments, whatever is taken out in the meantime', () => {
  const random = new Random(3);
  const heap = new TimerHeap();
  const left = new Map<number, { readonly at: number; readonly cancel: () => boolean }>();
  const done: number[] = [];
  for (let number = 0; number < 2_000; number += 1) {
    const at = random.int(0, 300);
    left.set(number, { at, cancel: heap.add(at, () => done.push(number)) });
    if (random.chance(0.3)) {
      const [unwanted, timer] = random.pick([...left]);
      left.delete(unwanted);
      expect([timer.cancel(), timer.cancel()]).toEqual([true, false]);
    }
  }
  expect(heap.size).toBe(left.size);
  for (let due = heap.takeDue(150); due !== undefined; due = heap.takeDue(150)) due.action();
  expect(heap.first()?.at).toBeGreaterThan(150);
  for (let due = heap.takeDue(300); due !== undefined; due = heap.takeDue(300)) due.action();
  const inOrder = [...left].toSorted(([a, one], [b, other]) => one.at - other.at || a - b);
  expect(done).toEqual(inOrder.map(([number]) => number));
});
