import { expect, it } from 'vitest';
import { marksOf, type Mark } from './marks.ts';

/** What a browser keeps. */
class Kept implements Storage {
  readonly #items = new Map<string, string>();
  get length(): number {
    return this.#items.size;
  }
  key = (index: number) => [...this.#items.keys()][index] ?? null;
  getItem = (key: string) => this.#items.get(key) ?? null;
  setItem = (key: string, value: string) => void this.#items.set(key, value);
  removeItem = (key: string) => void this.#items.delete(key);
  clear = () => this.#items.clear();
}

const mark = (event: number, note = ''): Mark => ({ event, at: event * 1_000, note });

it('marks stand in the order of their events, one for each, and come back for their recording alone', () => {
  const kept = new Kept();
  const marks = marksOf('aaaaaaaa', kept);
  for (const one of [mark(7), mark(3), mark(7, 'Here it began'), mark(5)]) marks.put(one);
  const expected = [mark(3), mark(5), mark(7, 'Here it began')];
  expect(marks.list.peek()).toEqual(expected);
  expect(marksOf('aaaaaaaa', kept).list.peek()).toEqual(expected);
  expect(marksOf('bbbbbbbb', kept).list.peek()).toEqual([]);
});

it('marks that are removed are gone, and with the last of them what was kept', () => {
  const kept = new Kept();
  const marks = marksOf('aaaaaaaa', kept);
  marks.put(mark(3));
  marks.put(mark(5));
  marks.remove(3);
  marks.remove(4);
  expect(marksOf('aaaaaaaa', kept).list.peek()).toEqual([mark(5)]);
  marks.remove(5);
  expect([marks.list.peek(), kept.length]).toEqual([[], 0]);
});

it('of too many marks the new one stays', () => {
  const marks = marksOf('aaaaaaaa', new Kept());
  for (let event = 1; event <= 201; event++) marks.put(mark(event));
  expect(marks.list.peek()).toHaveLength(200);
  expect(marks.list.peek().at(-1)).toEqual(mark(201));
  marks.put(mark(1));
  expect(marks.list.peek()).toHaveLength(200);
  expect(marks.list.peek()[0]).toEqual(mark(1));
});

it.each(['{', '7', 'null', '[1, {"event": 3}, {"event": 3, "at": "5", "note": ""}]'])(
  'what was kept as %s is no mark',
  (text) => {
    const kept = new Kept();
    kept.setItem('muster-replay-marks-aaaaaaaa', text);
    expect(marksOf('aaaaaaaa', kept).list.peek()).toEqual([]);
  },
);
