import { parseArgs } from 'node:util';
import { setState, setTitle, type AccountState } from '../host/account/standing.ts';
import { HostError } from '../host/calls/host-error.ts';
import { change } from '../host/change/change.ts';
import { accountIdOf } from '../host/identity/accounts.ts';
import { publish } from '../host/realtime/log.ts';
import { ACCOUNT_STATUS, ACCOUNT_TITLE } from '../protocol/enumerations.ts';
import type { Installation } from './installation.ts';
import { type Terminal, UsageError } from './terminal.ts';

const STATES = Object.keys(ACCOUNT_STATUS) as AccountState[];

export const STATUS_HELP = `muster admin status ACCOUNT STATE: sets the state of an account

States: ${STATES.join(', ')}. TERMINATED, DISABLED, BANNED and IN_SETUP let nobody in, and end open tabs and paired
displays at once. VERIFIED and NOT_VERIFIED end that, and say whether its e-mail address counts as verified.
`;

export const TITLE_HELP = `muster admin title ACCOUNT TITLE: gives an account a title

  --take                take the title back

Titles: ${ACCOUNT_TITLE.join(', ')}.
`;

/** Sets the state of an account. Throws `UsageError`. */
export async function adminStatus(
  args: readonly string[],
  { db, secrets }: Installation,
  terminal: Terminal,
  now: number,
): Promise<void> {
  const { positionals } = parseArgs({ args: [...args], strict: true, allowPositionals: true });
  const [name, wanted, ...more] = positionals;
  const state = STATES.find((one) => one === wanted);
  if (name === undefined || state === undefined || more.length > 0) {
    throw new UsageError(`Give an account and one of ${STATES.join(', ')}.`);
  }
  const id = await accountOf(db, name);
  try {
    await change({ db, secrets, publish, now }, (made) => setState(made, id, state));
  } catch (error) {
    if (error instanceof HostError) throw new UsageError(error.message, { cause: error });
    throw error;
  }
  terminal.say(`${name} is ${state}.`);
}

/** Gives an account a title, or takes it. Throws `UsageError`. */
export async function adminTitle(
  args: readonly string[],
  { db, secrets }: Installation,
  terminal: Terminal,
  now: number,
): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    strict: true,
    allowPositionals: true,
    options: { take: { type: 'boolean', default: false } },
  });
  const [name, wanted, ...more] = positionals;
  const title = ACCOUNT_TITLE.find((one) => one === wanted);
  if (name === undefined || title === undefined || more.length > 0) {
    throw new UsageError(`Give an account and one of ${ACCOUNT_TITLE.join(', ')}.`);
  }
  const id = await accountOf(db, name);
  await change({ db, secrets, publish, now }, (made) => setTitle(made, id, title, !values.take));
  terminal.say(`${name} ${values.take ? 'no longer has' : 'has'} the title ${title}.`);
}

async function accountOf(db: Installation['db'], name: string): Promise<string> {
  const id = await accountIdOf(db, name);
  if (id === null) throw new UsageError(`There is no account ${name}. Check the spelling.`);
  return id;
}
