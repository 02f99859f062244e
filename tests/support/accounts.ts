import type { AccountDeps } from '../../src/host/account/deps.ts';
import type { PasswordHashing } from '../../src/host/account/hashing.ts';
import { Background } from '../../src/host/background.ts';
import { waitingMails, type WaitingMail } from '../../src/host/mail/outbox.ts';
import type { HostDeps } from '../../src/host/http/deps.ts';
import { hashToken } from '../../src/host/store/ids.ts';
import type { TestDeps } from './host.ts';

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
