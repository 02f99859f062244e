import { expect, it } from 'vitest';
import { readUpload } from './read-upload.ts';
import { readInThread } from './upload-thread.ts';

const ID = '9d8geYcs2djOz7D8RAMD5c5L_cQZxgU9x6-tJHTIbBY=';
const now = Date.UTC(2026, 0, 2);

function log(lines: number): string {
  const time = (at: number) => new Date(at * 50).toISOString().slice(11, 19);
  return [
    'AdminLog started on 2026-01-01 at 00:00:00',
    ...Array.from(
      { length: lines },
      (_, at) => `${time(at)} | Chat("Ada"(id=${ID})): line number ${at}`,
    ),
  ].join('\n');
}

it('the host goes on while a log of the largest size is read', async () => {
  const upload = { name: 'DayZServer.ADM', text: log(90_000) };
  let turns = 0;
  const ticking = setInterval(() => (turns += 1), 1);
  const read = await readInThread({ upload, timezone: 'UTC', now });
  clearInterval(ticking);
  expect(read?.events).toHaveLength(90_000);
  expect(turns).toBeGreaterThan(20);
});

it('a log reads in a thread as it does here, and what is none is none', async () => {
  const upload = { name: 'x.ADM', text: log(50) };
  const read = await readInThread({ upload, timezone: 'UTC', now });
  expect(read).toEqual(readUpload(upload, 'UTC', now));
  expect(
    await readInThread({ upload: { name: 'x', text: 'hello' }, timezone: 'UTC', now }),
  ).toBeNull();
});

it('a fault in the thread is told', async () => {
  const upload = { name: 'x.ADM', text: log(1) };
  await expect(readInThread({ upload, timezone: 'Nowhere/At_All', now })).rejects.toThrow(/zone/i);
});
