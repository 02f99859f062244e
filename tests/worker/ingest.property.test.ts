import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold } from '../../src/domain/fold.ts';
import { hashRows } from '../../src/domain/hash.ts';
import { FACT_TABLES } from '../../src/domain/tables.ts';
import { cursorOf } from '../../src/domain/position.ts';
import { applyChanges, createRows, type Rows } from '../../src/domain/state.ts';
import type { Frame } from '../../src/protocol/frames.ts';
import { createLoad } from '../../src/testing/frames.ts';
import { opening, Trial } from './ingest-trial.ts';

/** How a run of frames comes: with which fate for each in turn, and in what order of streams. */
type Step =
  | { kind: 'take'; count: number; fates: readonly ('arrives' | 'lost' | 'doubled')[] }
  | { kind: 'take-by-stream'; count: number; fates: readonly 'arrives'[] }
  | { kind: 'answer' | 'fail' | 'reconnect' };

const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant('take' as const),
        count: fc.integer({ min: 1, max: 12 }),
        fates: fc.array(fc.constantFrom('arrives', 'arrives', 'arrives', 'lost', 'doubled'), {
          minLength: 1,
          maxLength: 12,
        }),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('take-by-stream' as const),
        count: fc.integer({ min: 1, max: 12 }),
        fates: fc.constant(['arrives' as const]),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constantFrom('answer', 'fail', 'reconnect') }),
    },
  ) as fc.Arbitrary<Step>,
  { maxLength: 40, size: 'max' },
);

/** Where metrics begin in a client tells of its connection; the other streams' rows stand below. */
const FACTS = FACT_TABLES.filter((table) => table !== 'streams');

function positions(rows: Rows): readonly (readonly [string, number])[] {
  return [...rows.streams.values()].map(({ id, position }) => [id, position] as const).sort();
}

/**
 * A snapshot that overtakes the socket may tell that somebody has left before their address comes; it
 * shows nowhere, and goes with the next page of addresses.
 */
function forgetTheGone(rows: Rows): void {
  const gone = [...rows.identities.values()].filter(({ id }) => !rows.players.has(id));
  applyChanges(
    rows,
    gone.map((row) => ({ table: 'identities', id: row.id, before: row, after: undefined })),
  );
}

describe('whatever is lost, doubled, interleaved or cut', () => {
  it('the rows end as a fold of all frames', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.nat(), async (all, seed) => {
        const load = createLoad({ seed, servers: 3, players: 12, watched: 2 });
        const { world } = load;
        const watched = world.servers.slice(0, 2);
        const it = new Trial(world, watched);
        const begin = opening(world, watched);
        const told: Frame[] = [];
        /** What the host has in its log and a socket that resumes gets. */
        const resumed = (): readonly Frame[] =>
          told.filter(({ stream, seq }) => {
            const cursor = stream === undefined ? 0 : cursorOf(it.engine.rows, stream);
            return cursor === undefined || (seq ?? 0) > cursor;
          });
        for (const step of all) {
          if (step.kind === 'take' || step.kind === 'take-by-stream') {
            const frames = [...load.take(step.count)];
            told.push(...frames);
            if (step.kind === 'take-by-stream') {
              frames.sort((a, b) => (a.stream ?? '').localeCompare(b.stream ?? ''));
            }
            for (const [index, frame] of frames.entries()) {
              const fate = step.fates[index % step.fates.length];
              if (fate === 'lost') continue;
              await it.deliver(...(fate === 'doubled' ? [frame, frame] : [frame]));
            }
          } else if (step.kind === 'answer') await it.answer();
          else if (step.kind === 'fail') {
            for (const question of it.asked.slice()) question.fail();
            await it.clock.advance(2_000);
          } else {
            it.ingest.reset();
            it.asked.length = 0;
            await it.deliver(...resumed());
          }
        }
        it.ingest.reset();
        it.asked.length = 0;
        await it.deliver(...resumed());
        await it.calm();
        // A ping of somebody who was not known yet is told again with the next measurement.
        for (const server of watched) {
          const pings = Object.fromEntries([...server.players.keys()].map((id) => [id, 30]));
          const frame = world.metrics(server, pings);
          told.push(frame);
          await it.deliver(frame);
        }
        const rows = createRows();
        fold(rows, begin);
        fold(
          rows,
          told.map((frame) => ({ source: 'realtime' as const, ...frame })),
        );
        forgetTheGone(it.engine.rows);
        expect(hashRows(it.engine.rows, FACTS)).toBe(hashRows(rows, FACTS));
        expect(positions(it.engine.rows)).toEqual(positions(rows));
        expect(it.ingest.malformed).toBe(0);
      }),
      { numRuns: 60 },
    );
  });
});

it('whatever messages the frames come in, the rows are the same', async () => {
  const cuts = fc.array(fc.integer({ min: 1, max: 40 }), {
    minLength: 1,
    maxLength: 20,
    size: 'max',
  });
  await fc.assert(
    fc.asyncProperty(cuts, fc.nat(), async (sizes, seed) => {
      const load = createLoad({ seed, servers: 3, players: 12, watched: 2 });
      const watched = load.world.servers.slice(0, 2);
      const [whole, cut] = [new Trial(load.world, watched), new Trial(load.world, watched)];
      const frames = load.take(200);
      for (const frame of frames) await whole.deliver(frame);
      const texts = frames.map((frame) => JSON.stringify(frame));
      for (let from = 0, turn = 0; from < texts.length; turn += 1) {
        const size = sizes[turn % sizes.length] ?? 1;
        cut.ingest.receive(texts.slice(from, from + size).join('\n'));
        from += size;
        if (turn % 3 === 0) await cut.clock.advance(1);
      }
      await cut.clock.advance(1);
      expect(hashRows(cut.engine.rows)).toBe(hashRows(whole.engine.rows));
      expect([cut.ingest.malformed, cut.ingest.duplicates, cut.asked.length]).toEqual([0, 0, 0]);
    }),
    { numRuns: 40 },
  );
});

it('what is no frame is left out of its message alone', async () => {
  const load = createLoad({ seed: 1, servers: 1, players: 4, watched: 1 });
  const trial = new Trial(load.world, load.world.servers);
  const texts = load.take(10).map((frame) => JSON.stringify(frame));
  trial.ingest.receive([...texts.slice(0, 5), '{"event":', ...texts.slice(5)].join('\n'));
  await trial.clock.advance(1);
  expect([trial.ingest.malformed, trial.ingest.duplicates, trial.asked.length]).toEqual([1, 0, 0]);
});
