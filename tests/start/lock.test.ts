import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

const scripts = resolve(import.meta.dirname, '../../scripts');
let project: string;

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'muster-lock-'));
  await cp(scripts, join(project, 'scripts'), { recursive: true });
});

afterAll(() => rm(project, { recursive: true }));

/** A command of the copied project that holds the lock, noting when it begins and ends. */
function command(hold: string): ChildProcess {
  const lock = pathToFileURL(join(project, 'scripts/lib/lock.mjs')).href;
  const program = `
    import { appendFileSync } from 'node:fs';
    import { withLock } from ${JSON.stringify(lock)};
    const note = (text) => appendFileSync(${JSON.stringify(join(project, 'notes'))}, text + '\\n');
    await withLock(async () => {
      note('begin ' + process.pid);
      ${hold}
      note('end ' + process.pid);
    });`;
  return spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'ignore' });
}

const notes = async () => (await readFile(join(project, 'notes'), 'utf8')).trim().split('\n');

test('commands prepare the folder one after another, also after one of them was killed', async () => {
  const killed = command('await new Promise(() => setInterval(() => {}, 1e6));');
  await vi.waitFor(async () => expect(await notes()).toHaveLength(1), { timeout: 10_000 });
  const commands = Array.from({ length: 4 }, () =>
    command('await new Promise((resolve) => setTimeout(resolve, 20));'),
  );
  const ends = commands.map((child) => once(child, 'close'));
  killed.kill('SIGKILL');
  await Promise.all(ends);

  const [first, ...rest] = await notes();
  expect(first).toBe(`begin ${killed.pid}`);
  expect(rest).toHaveLength(8);
  for (let index = 0; index < rest.length; index += 2) {
    expect(rest[index + 1]).toBe(rest[index]?.replace('begin', 'end'));
  }
});
