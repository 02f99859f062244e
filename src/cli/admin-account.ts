import { parseArgs } from 'node:util';
import { change } from '../host/change/change.ts';
import { publish } from '../host/realtime/log.ts';
import { createAccount } from '../host/account/accounts.ts';
import { foundAccount, isFounded } from '../host/account/founding.ts';
import type { PasswordHashing } from '../host/account/hashing.ts';
import { queueVerification } from '../host/account/verification.ts';
import { HostError } from '../host/calls/host-error.ts';
import { displayName, email, password, username } from '../protocol/account/fields.ts';
import { HOST_PERMISSION } from '../protocol/permissions.ts';
import type { Installation } from './installation.ts';
import { type Terminal, UsageError } from './terminal.ts';

export const ACCOUNT_HELP = `muster admin account: makes an account, and asks for what is not given

  --username NAME       the name to sign in with
  --display-name NAME   the public name (the username, where it is allowed as one)
  --email ADDRESS       where links to it are mailed
  --founder             make the founding account
  --operator            let it operate this Muster: read its metrics, for example

The password is asked for, or read from standard input.
`;

const FIELDS = {
  username: {
    schema: username,
    name: 'username',
    rule: '3 to 32 letters, digits, dots, dashes and underscores',
  },
  displayName: { schema: displayName, name: 'public name', rule: '3 to 18 letters and digits' },
  email: { schema: email, name: 'e-mail address', rule: 'one such as ada@example.org' },
  password: { schema: password, name: 'password', rule: '8 to 256 characters long' },
} as const;

/** Makes an account from the terminal. Throws `UsageError`. */
export async function adminAccount(
  args: readonly string[],
  installation: Installation,
  terminal: Terminal,
  hashing: Pick<PasswordHashing, 'hash'>,
  now: number,
): Promise<void> {
  const given = parse(args);
  const { db, secrets, portal } = installation;
  await checkFounding(installation, given.founder);
  const name = check('username', given.username ?? (await terminal.ask('Username: ')));
  const account = {
    username: name,
    displayName: check('displayName', given.displayName ?? (await publicName(name, terminal))),
    email: check('email', given.email ?? (await terminal.ask('E-mail address: '))),
    passwordHash: await hashing.hash(
      check('password', await terminal.ask('Password: ', { hidden: true })),
    ),
    by: 'terminal' as const,
  };
  try {
    await change({ db, secrets, publish, now }, async (made) => {
      const id = given.founder
        ? await foundAccount(made, account)
        : await createAccount(made, {
            ...account,
            plan: 'free',
            titles: [],
            capabilities: given.operator ? HOST_PERMISSION : ['host.server.create'],
          });
      const deps = { secrets, portalOrigin: () => portal };
      await queueVerification(made.trx, deps, { ...account, id }, now);
    });
  } catch (error) {
    if (error instanceof HostError) throw new UsageError(error.message, { cause: error });
    throw error;
  }
  terminal.say(`The account ${account.username} is made. Sign in at ${portal}/auth.`);
}

async function checkFounding({ db }: Installation, founder: boolean): Promise<void> {
  const founded = await isFounded(db);
  if (founded && founder) {
    throw new UsageError('The founding account exists already. Leave --founder out.');
  }
  if (!founded && !founder) {
    throw new UsageError('There is no founding account yet. Make it with --founder.');
  }
}

async function publicName(name: string, terminal: Terminal): Promise<string> {
  if (displayName.safeParse(name).success) return name;
  return terminal.ask('Public name: ');
}

function check(field: keyof typeof FIELDS, value: string): string {
  const { schema, name, rule } = FIELDS[field];
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new UsageError(`The ${name} must be ${rule}.`);
}

interface Given {
  readonly username: string | undefined;
  readonly displayName: string | undefined;
  readonly email: string | undefined;
  readonly founder: boolean;
  readonly operator: boolean;
}

function parse(args: readonly string[]): Given {
  const { values } = parseArgs({
    args: [...args],
    strict: true,
    options: {
      username: { type: 'string' },
      'display-name': { type: 'string' },
      email: { type: 'string' },
      founder: { type: 'boolean', default: false },
      operator: { type: 'boolean', default: false },
    },
  });
  return {
    username: values.username,
    displayName: values['display-name'],
    email: values.email,
    founder: values.founder,
    operator: values.operator,
  };
}
