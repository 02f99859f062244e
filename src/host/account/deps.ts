import type { Background } from '../background.ts';
import type { OfferedDemo } from '../demo/offered-demo.ts';
import type { HostDeps } from '../calls/deps.ts';
import type { PasswordHashing } from './hashing.ts';

/** What the calls under `auth` need beside what every route has. */
export interface AccountDeps extends HostDeps {
  readonly hashing: PasswordHashing;
  readonly background: Background;
  /** Tells the mailer that something was put into the outbox. */
  readonly wakeMailer: () => void;
  /** The demo that the first-run page offers; null where there is none to start. */
  readonly offeredDemo: OfferedDemo | null;
}
