import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { lockFolder } from '../../host/store/embedded/folder-lock.ts';
import { sweepDemoFolders } from './temporary-data.ts';

let temporary: string;

beforeEach(async () => {
  temporary = await mkdtemp(join(tmpdir(), 'muster-sweep-'));
  vi.stubEnv('TMPDIR', temporary);
  vi.stubEnv('TEMP', temporary);
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(temporary, { recursive: true, force: true });
});

/** A demo was killed while it removed its folder. */
async function halfRemoved(name: string): Promise<string> {
  const folder = join(temporary, name);
  await mkdir(join(folder, 'postgres', 'base'), { recursive: true });
  await writeFile(join(folder, 'postgres', 'base', '1'), '');
  return folder;
}

async function age(name: string): Promise<void> {
  const then = new Date(Date.now() - 61_000);
  await utimes(join(temporary, name), then, then);
}

it('removes what was killed while it was removed, and leaves what is somebody’s', async () => {
  await halfRemoved('muster-demo-left');
  await mkdir(join(temporary, 'muster-demo-empty'));
  const own = await halfRemoved('muster-demo-own');
  const alive = await lockFolder(await halfRemoved('muster-demo-alive'));
  await mkdir(join(temporary, 'something-else'));
  await mkdir(join(temporary, 'muster-demo-starts'));
  for (const name of ['left', 'empty', 'own', 'alive']) await age(`muster-demo-${name}`);
  await sweepDemoFolders(own);
  const left = await readdir(temporary);
  expect(left.toSorted()).toEqual([
    'muster-demo-alive',
    'muster-demo-own',
    'muster-demo-starts',
    'something-else',
  ]);
  await alive.release();
});
