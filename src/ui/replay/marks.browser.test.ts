import { afterEach, expect, it } from 'vitest';
import { MOST_MARKS, marksOf } from './marks.ts';

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

it('has one mark of an event, the last that was put, and none of another recording', () => {
  const marks = marksOf('f');
  marks.put(mark(3));
  marks.put({ ...mark(3), note: 'Here it began' });
  expect(marksOf('f').list.value).toEqual([{ ...mark(3), note: 'Here it began' }]);
  expect(marksOf('other').list.value).toEqual([]);
});

it('refuses a mark that there is no room for, and keeps those that are there', () => {
  const marks = marksOf('f');
  for (let event = 1; event <= MOST_MARKS; event++) expect(marks.put(mark(event))).toBe(true);
  expect(marks.put(mark(MOST_MARKS + 1))).toBe(false);
  expect(marks.put({ ...mark(1), note: 'again' })).toBe(true);
  expect(events()).toHaveLength(MOST_MARKS);
  expect(events().at(-1)).toBe(MOST_MARKS);
});

it.each(['{', '7', 'null', '[1, {"event": 3}, {"event": 3, "at": "5", "note": ""}]'])(
  'takes what was kept as %s for no mark',
  (text) => {
    localStorage.setItem('muster-replay-marks-f', text);
    expect(events()).toEqual([]);
  },
);
