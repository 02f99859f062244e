import { afterEach, expect, it } from 'vitest';
import { marksOf } from './marks.ts';

afterEach(() => localStorage.clear());

const mark = (event: number) => ({ event, at: event, note: '' });
const events = () => marksOf('f').list.value.map(({ event }) => event);

it('keeps the marks of two tabs, each of which has the recording open', () => {
  const [one, other] = [marksOf('f'), marksOf('f')];
  one.put(mark(3));
  other.put(mark(1));
  one.put(mark(2));
  expect(events()).toEqual([1, 2, 3]);
  other.remove(3);
  expect(events()).toEqual([1, 2]);
  other.remove(2);
  other.remove(1);
  expect(localStorage.length).toBe(0);
});
