import { parseArgs } from 'node:util';
import { ERASED, erasePerson, personOf, type Erased } from '../host/players/erase.ts';
import { publish } from '../host/realtime/log.ts';
import type { Installation } from './installation.ts';
import { type Terminal, UsageError } from './terminal.ts';

export const ERASE_HELP = `muster admin erase ID: erases a person, for good

  --yes                 do not ask for the id again

Names, addresses, identifiers, chat, stays, statistics, and what notes say about them. Ended before its end, it goes
on when it is run again. ID is their muster_id, the player in the address of a server's page, or what a game knows
them by: a GUID, a SteamID, the id of Bohemia's account.
`;

const CALLED: Readonly<Record<Erased, string>> = {
  mentions: 'lines of consoles',
  stays: 'stays',
  texts: 'names and texts',
  statistics: 'rows of statistics',
  rows: 'notes and entries of audits',
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
    throw new UsageError('It takes the id of a person: muster admin erase ID');
  }
  const person = await personOf(db, typed);
  if (person === null) throw new UsageError(`Nobody is known by ${typed}.`);
  const { id, names, account } = person;
  if (names !== null) {
    terminal.say(`This erases the player ${names.map(plainName).join(', ') || id}.`);
  }
  if (account !== null) {
    terminal.say(`The account ${account} stays: what is kept of its past acts is erased.`);
  }
  if (!values.yes && (await terminal.ask('Type the id again to erase them for good: ')) !== typed) {
    throw new UsageError('That is another id: nothing is erased.');
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
