import { isAbsolute, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { accountIdOf } from '../host/identity/accounts.ts';
import { openLogFolder } from '../host/game-logs/folder.ts';
import { publish } from '../host/realtime/log.ts';
import { giveFolder, takeFolder } from '../host/game-logs/given-folders.ts';
import type { Installation } from './installation.ts';
import { type Terminal, UsageError } from './terminal.ts';

export const LOG_FOLDER_HELP = `muster admin log-folder ACCOUNT PATH: lets an account read game logs from a folder

  --take                take the folder back

The account may then name that folder, or one below it, as the log folder of a server. It must be below MUSTER_LOG_ROOT.
`;

/** Gives an account a folder, or takes it back. Throws `UsageError`. */
export async function adminLogFolder(
  args: readonly string[],
  { db, secrets, settings }: Installation,
  terminal: Terminal,
  now: number,
): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    strict: true,
    allowPositionals: true,
    options: { take: { type: 'boolean', default: false } },
  });
  const [name, typed, ...more] = positionals;
  if (name === undefined || typed === undefined || more.length > 0 || !isAbsolute(typed)) {
    throw new UsageError(
      'Give an account and an absolute path: muster admin log-folder ACCOUNT PATH',
    );
  }
  const path = resolve(typed);
  const account = await accountIdOf(db, name);
  if (account === null) throw new UsageError(`There is no account ${name}. Check the spelling.`);
  if (values.take) {
    // Folders that were named before anybody gave them stand as they were typed.
    const had =
      (await takeFolder({ db, secrets, publish }, account, path, now)) ||
      (await takeFolder({ db, secrets, publish }, account, typed, now));
    if (!had) throw new UsageError(`${name} was not given ${path}.`);
    terminal.say(`${name} may no longer read game logs from ${path}.`);
    return;
  }
  const opened = await openLogFolder(settings.logRoot, path);
  if (!opened.ok) {
    throw new UsageError(
      `${path} cannot be used. It must be a folder below MUSTER_LOG_ROOT that Muster can read.`,
    );
  }
  await giveFolder({ db, secrets, publish }, account, path, now);
  terminal.say(`${name} may read game logs from ${path}.`);
}
