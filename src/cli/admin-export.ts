import { open, rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { filesOfPerson, personOf } from '../host/players/erase.ts';
import { exportPerson } from '../host/players/export.ts';
import { publish } from '../host/realtime/log.ts';
import type { Installation } from './installation.ts';
import { type Terminal, UsageError } from './terminal.ts';

export const EXPORT_HELP = `muster admin export ID FILE: writes what is kept about a person into a file

Each line of FILE is JSON: where it is kept ('of') and what it says ('data'): names, identifiers, addresses, play
sessions, chat, statistics, bans, and what notes, buckets and the audit say about them. ID is their Muster id (on the
player's card), or what the game knows them by: a GUID, a SteamID, a Bohemia id. A file that is there already is left
alone. Read the file before you give it away.
`;

/** Nobody else on this machine reads it. */
const OWN_FILE = 0o600;

/** Writes what is kept about a person. Throws `UsageError`; leaves no file that is not whole. */
export async function adminExport(
  args: readonly string[],
  { db, secrets }: Installation,
  terminal: Terminal,
  now: number,
): Promise<void> {
  const { positionals } = parseArgs({ args: [...args], strict: true, allowPositionals: true });
  const [typed, path, ...more] = positionals;
  if (typed === undefined || path === undefined || more.length > 0) {
    throw new UsageError('Give an id and a file: muster admin export ID FILE');
  }
  const person = await personOf(db, typed);
  if (person === null) throw new UsageError(`There is no player with the id ${typed}. Check it.`);
  const file = await open(path, 'wx', OWN_FILE).catch((error: unknown) => {
    throw new UsageError(cannotWrite(path, error));
  });
  let count = 0;
  try {
    await exportPerson({ db, secrets, publish, now }, person.id, async (thing) => {
      count += 1;
      await file.appendFile(`${JSON.stringify(thing)}\n`);
    });
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
  terminal.say(`${path} has ${count} lines about ${person.id}.`);
  const files = await filesOfPerson(db, person.id);
  if (files > 0) terminal.say(`Uploaded files that name them too, and are not in it: ${files}.`);
}

function cannotWrite(path: string, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'EEXIST') return `${path} is there already. Name another file.`;
  const why = error instanceof Error ? error.message : String(error);
  return `${path} cannot be written: ${why}`;
}
