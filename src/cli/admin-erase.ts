import { parseArgs } from 'node:util';
import {
  ERASED,
  erasePerson,
  filesOfPerson,
  personOf,
  type Erased,
} from '../host/players/erase.ts';
import { publish } from '../host/realtime/log.ts';
import type { Installation } from './installation.ts';
import { type Terminal, UsageError } from './terminal.ts';

export const ERASE_HELP = `muster admin erase ID: erases a person, for good

  --yes                 do not ask for the id again

It erases names, addresses, identifiers, chat, play sessions, statistics, what notes say about them, and every
uploaded file that names them, of servers where they are known. If it is stopped halfway, run it again: it goes on. ID is their Muster id (on the
player's card), or what the game knows them by: a GUID, a SteamID, a Bohemia id.
`;

const CALLED: Readonly<Record<Erased, string>> = {
  mentions: 'console lines',
  stays: 'play sessions',
  texts: 'names and texts',
  statistics: 'rows of statistics',
  rows: 'notes and audit entries',
  files: 'uploaded files',
};
/** So much is erased between two lines that say how far it is. */
const SAID_EVERY = 50_000;

/** Erases a person at the terminal. Throws `UsageError`. */
export async function adminErase(
  args: readonly string[],
  { db, secrets }: Installation,
  terminal: Terminal,
  now: number,
): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    strict: true,
    allowPositionals: true,
    options: { yes: { type: 'boolean', default: false } },
  });
  const [typed, ...more] = positionals;
  if (typed === undefined || more.length > 0) {
    throw new UsageError('Give the id of one person: muster admin erase ID');
  }
  const person = await personOf(db, typed);
  if (person === null) throw new UsageError(`There is no player with the id ${typed}. Check it.`);
  const { id, names, account } = person;
  if (names !== null) {
    terminal.say(`This erases the player ${names.map(plainName).join(', ') || id}.`);
  }
  if (account !== null) {
    terminal.say(`The account ${account} stays. What it did in the past is kept without its name.`);
  }
  if (!values.yes) {
    terminal.say(`Uploaded files that name them, which go too: ${await filesOfPerson(db, id)}.`);
    if ((await terminal.ask('Type the id again to erase them for good: ')) !== typed) {
      throw new UsageError('That is another id. Nothing was erased.');
    }
  }
  const counts = new Map<Erased, number>();
  let unsaid = 0;
  await erasePerson({ db, secrets, publish, now }, id, (what, count) => {
    counts.set(what, (counts.get(what) ?? 0) + count);
    unsaid += count;
    if (unsaid < SAID_EVERY) return;
    unsaid = 0;
    terminal.say(`So far: ${sentenceOf(counts)}.`);
  });
  terminal.say(`${id} is erased: ${sentenceOf(counts)}.`);
}

/** A name without what a terminal would obey: players choose their names. */
function plainName(name: string): string {
  return name.replace(/[\p{Control}\p{Format}]/gu, '\ufffd');
}

function sentenceOf(counts: ReadonlyMap<Erased, number>): string {
  return ERASED.map((what) => `${counts.get(what) ?? 0} ${CALLED[what]}`).join(', ');
}
