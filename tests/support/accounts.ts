import type { FastifyInstance } from 'fastify';
import { createAccount } from '../../src/host/account/accounts.ts';
import type { AccountDeps } from '../../src/host/account/deps.ts';
import type { PasswordHashing } from '../../src/host/account/hashing.ts';
import { Background } from '../../src/host/background.ts';
import { waitingMails, type WaitingMail } from '../../src/host/mail/outbox.ts';
import type { HostDeps } from '../../src/host/http/deps.ts';
import { startSession } from '../../src/host/session/sessions.ts';
import { hashToken } from '../../src/host/store/ids.ts';
import type { HostPermission } from '../../src/protocol/permissions.ts';
import { TestBrowser, type TestDeps } from './host.ts';

/** The body of a founding that is right. */
export const founder = {
  username: 'ada',
  display_name: 'Ada1815',
  email: 'ada@example.org',
  password: 'canary-correct-horse',
};

/** A hashing that is fast, and counts how often a password was checked. */
export class CountingHashing implements PasswordHashing {
  verified = 0;

  async hash(password: string): Promise<string> {
    return hashToken(password).toString('hex');
  }
  async verify(stored: string | null, password: string): Promise<boolean> {
    this.verified += 1;
    return stored === (await this.hash(password));
  }
}

/** What the account features need, over the dependencies of a test. */
export function accountDepsOf(test: Pick<TestDeps, 'deps'>): {
  readonly deps: AccountDeps;
  readonly hashing: CountingHashing;
} {
  const hashing = new CountingHashing();
  const background = new Background(test.deps.log);
  return {
    deps: { ...test.deps, hashing, background, wakeMailer: () => undefined },
    hashing,
  };
}

/** The mails that wait, oldest first. */
export async function mailsOf(deps: HostDeps): Promise<readonly WaitingMail[]> {
  return waitingMails(deps.db, deps.secrets, deps.clock());
}

let made = 0;

/** An account that is signed in, made without the calls: `app` needs the session's routes alone. */
export async function createTestAccount(
  app: FastifyInstance,
  deps: HostDeps,
  capabilities: readonly HostPermission[] = [],
  address = '127.0.0.1',
): Promise<{ readonly id: string; readonly browser: TestBrowser }> {
  made += 1;
  const name = `person${made}`;
  const now = deps.clock();
  const { id, token } = await deps.db.transaction().execute(async (trx) => {
    const account = await createAccount(
      trx,
      {
        username: name,
        displayName: name,
        email: `${name}@example.org`,
        passwordHash: 'none',
        plan: 'community',
        titles: [],
        capabilities,
        by: 'terminal',
      },
      now,
    );
    const origin = { address: '127.0.0.1', userAgent: 'test' };
    const session = await startSession(trx, account, origin, deps.settings.sessionDays, now);
    return { id: account, token: session.token };
  });
  const browser = new TestBrowser(app, address);
  browser.cookies.set('muster_session', token);
  return { id, browser };
}
