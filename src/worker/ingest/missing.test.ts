import { expect, it } from 'vitest';
import { MissingStreams } from './missing.ts';

const frame = (at: number) => ({ event: 'keepalive', at, data: { sent: null } }) as const;

it('is asked for once, and again only where something newer is needed', () => {
  const missing = new MissingStreams();
  missing.need('a', 5);
  missing.need('b', 1);
  const first = missing.take();
  expect(first.streams).toEqual(['a', 'b']);
  missing.need('a', 5);
  missing.need('a', 4);
  expect(missing.take().streams).toEqual([]);
  missing.wait('a', frame(6));
  missing.need('a', 7);
  const second = missing.take();
  expect(second.streams).toEqual(['a']);
  expect([missing.awaits('a', first.question), missing.awaits('b', first.question)]).toEqual([
    false,
    true,
  ]);
  expect(missing.settle('a', first.question)).toEqual([]);
  expect(missing.has('a')).toBe(true);
  expect(missing.settle('a', second.question)).toEqual([frame(6)]);
  expect(missing.has('a')).toBe(false);
});

it('is asked for again where the question failed that would have done, and no other', () => {
  const missing = new MissingStreams();
  missing.need('a', 5);
  const first = missing.take();
  missing.need('a', 7);
  const second = missing.take();
  missing.again(['a'], missing.failed(['a'], first.question).question);
  expect(missing.take().streams).toEqual([]);
  missing.again(['a', 'gone'], missing.failed(['a', 'gone'], second.question).question);
  expect(missing.take().streams).toEqual(['a']);
});

it('keeps so many frames and no more: the snapshot will be newer', () => {
  const missing = new MissingStreams();
  missing.need('a', 1);
  const { question } = missing.take();
  for (let at = 1; at <= 5_001; at++) missing.wait('a', frame(at));
  missing.wait('unknown', frame(1));
  expect(missing.settle('a', question)).toEqual([frame(5_001)]);
  missing.need('b', 1);
  const second = missing.take();
  for (let at = 1; at <= 5_000; at++) missing.wait('b', frame(at));
  expect(missing.settle('b', second.question)).toHaveLength(5_000);
});
