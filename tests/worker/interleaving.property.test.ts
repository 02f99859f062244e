import 'fake-indexeddb/auto';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashRows } from '../../src/domain/hash.ts';
import { Registry } from '../../src/worker/store/registry.ts';
import { LateStorage } from '../../src/worker/store/late-storage.ts';
import { expectRight, Run, steps, type Step } from './run.ts';

async function play(run: Run, all: readonly Step[]): Promise<void> {
  await run.begin();
  for (const step of all) await run.step(step);
  await run.calm();
}

/** A run whose workers keep their rows in a database and start from it. */
function storingRun(): { run: Run; end: () => Promise<void> } {
  let storage: LateStorage | null = null;
  const run = new Run({
    make: (environment) => (storage = new LateStorage(environment, 'account')),
    flush: async () => storage?.flush(),
  });
  return {
    run,
    end: async () => {
      run.browser.kill();
      await storage?.destroy();
      await new Registry().write({ muster_id: null, expires_at: 0, sign_out: null });
    },
  };
}

const runs = Number(process.env['MUSTER_RUNS'] ?? 60);
const STORED = ['servers', 'players', 'feed'] as const;

describe('whatever is dropped, doubled, delayed, killed or forgotten', () => {
  it('rows and tabs end as the host has them', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const run = new Run();
        await play(run, all);
        expectRight(run);
      }),
      { numRuns: runs, interruptAfterTimeLimit: 60_000 },
    );
  });

  const fromStore = 'so they do where each worker starts from what the last one stored';
  it(fromStore, { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.nat({ max: 59 }), async (all, at) => {
        const { run, end } = storingRun();
        try {
          await play(run, [...all.slice(0, at), { kind: 'kill' }, ...all.slice(at)]);
          expectRight(run);
          // Restored once more, without a host: the same rows, in the same place of their streams.
          const { browser } = run;
          const { rows } = browser.worker.engine;
          browser.host.down = true;
          await run.step({ kind: 'kill' });
          const restored = browser.worker.engine.rows;
          expect(restored).not.toBe(rows);
          expect(hashRows(restored, STORED)).toBe(hashRows(rows, STORED));
          expect(restored.account.get('me')?.position).toBe(rows.account.get('me')?.position);
        } finally {
          await end();
        }
      }),
      { numRuns: Math.ceil(runs / 3), interruptAfterTimeLimit: 60_000 },
    );
  });
});
