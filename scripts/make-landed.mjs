// node scripts/make-landed.mjs CHECKOUT FOLDER: makes what tests/landed/fixture holds, with the code of a released
// version. CHECKOUT is a built worktree of that version (git worktree add, npm ci, npm run build). Its own host runs
// for some minutes against its own simulated game servers, and is used as people use it; then its database, its data
// folder and its recordings are put into FOLDER. It needs Linux: the game servers have addresses of 127.77.0.0/24.
import './lib/node-version.mjs';

void import('./lib/project.mjs').then(({ runScript }) => runScript(main));

async function main() {
  const { PlainError, say } = await import('./lib/project.mjs');
  const { mkdir, mkdtemp, rm } = await import('node:fs/promises');
  const { tmpdir } = await import('node:os');
  const path = await import('node:path');
  const { dumpDatabase, writeRecordings, writeFixture } = await import('./lib/landed/dump.mjs');
  const { fillHost } = await import('./lib/landed/fill-host.mjs');
  const { LOG_ROOT, startPrograms } = await import('./lib/landed/programs.mjs');

  const [checkout, folder] = process.argv.slice(2);
  if (checkout === undefined || folder === undefined) {
    throw new PlainError('Give the built checkout of a version, and the folder to fill.');
  }
  const work = await mkdtemp(path.join(tmpdir(), 'muster-landed-'));
  const target = path.resolve(folder);
  await mkdir(target, { recursive: true });
  const programs = await startPrograms(path.resolve(checkout), path.join(work, 'data'));
  try {
    const facts = await fillHost(programs, work);
    await writeRecordings(work, target);
    const tables = await dumpDatabase(programs, target);
    await writeFixture(programs, target, { ...facts, tables });
    say(`Made ${target}.`);
  } finally {
    await programs.stop();
    await rm(work, { recursive: true, force: true });
    await rm(LOG_ROOT, { recursive: true, force: true });
  }
}
