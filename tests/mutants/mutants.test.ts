import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const LONG = process.env['MUSTER_LONG'] === '1';

it.runIf(LONG)(
  'the tests notice planted faults, of each layer as many as they should',
  async () => {
    const run = fileURLToPath(new URL('../../scripts/mutants/run.mjs', import.meta.url));
    const child = spawn(process.execPath, [run], { stdio: ['ignore', 'inherit', 'inherit'] });
    const [code] = (await once(child, 'exit')) as [number | null];
    expect(code).toBe(0);
  },
);
