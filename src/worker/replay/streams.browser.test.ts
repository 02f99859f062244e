import * as fc from 'fast-check';
import { proxy, transfer, wrap, type Remote } from 'comlink';
import { expect, inject, it } from 'vitest';
import { fold } from '../../domain/fold.ts';
import { hashRows, hashShared } from '../../domain/hash.ts';
import { recordingLines } from '../../domain/recordings/write.ts';
import { createRows } from '../../domain/state.ts';
import { scenarios } from '../../testing/scenario.ts';
import type { ReplayControls, ReplayOpener } from './contract.ts';

const LONG = inject('long');
const STREAMS = LONG ? 1_000 : 30;
const RUNS = 3;

/** Opens a file as /replay does; answers what moves it. */
async function openedBy(
  opener: Remote<ReplayOpener>,
  file: Blob,
): Promise<{ readonly events: number; readonly controls: Remote<ReplayControls> }> {
  const { port2: stream } = new MessageChannel();
  const { port1, port2 } = new MessageChannel();
  const told = proxy(() => undefined);
  const opened = await opener.open(
    file,
    told,
    transfer(stream, [stream]),
    transfer(port2, [port2]),
  );
  if (!opened.ok) throw new TypeError(`It was not opened: ${opened.kind}.`);
  expect(opened.recording.damage).toEqual([]);
  return { events: opened.recording.events, controls: wrap<ReplayControls>(port1) };
}

it(
  'the worker of /replay ends in the rows that any stream was recorded with, also after jumps',
  { timeout: LONG ? 3_600_000 : 60_000 },
  async () => {
    const worker = new Worker(new URL('./main.ts', import.meta.url), { type: 'module' });
    const opener = wrap<ReplayOpener>(worker);
    await fc.assert(
      fc.asyncProperty(scenarios, fc.array(fc.nat(), { maxLength: 4 }), async (told, jumps) => {
        const options = { build: 'test', sources: ['realtime', 'rest'] } as const;
        const file = new Blob([[...recordingLines(told.events, options)].join('\n')]);
        const rows = createRows();
        fold(rows, told.events);
        for (let run = 0; run < RUNS; run++) {
          const { events, controls } = await openedBy(opener, file);
          expect(events).toBe(told.events.length);
          for (const jump of [events, ...jumps]) await controls.seek(jump % (events + 1));
          await controls.seek(events);
          expect(await controls.hash()).toBe(hashRows(rows));
          expect(await controls.hash('shared')).toBe(hashShared(rows));
        }
      }),
      { numRuns: STREAMS, seed: 4 },
    );
    worker.terminate();
  },
);
