import type { Background } from '../background.ts';
import type { HostDeps } from '../http/deps.ts';
import type { PasswordHashing } from './hashing.ts';

/** What the calls under `auth` need beside what every route has. */
export interface AccountDeps extends HostDeps {
  readonly hashing: PasswordHashing;
  readonly background: Background;
  /** Tells the mailer that something was put into the outbox. */
  readonly wakeMailer: () => void;
}
