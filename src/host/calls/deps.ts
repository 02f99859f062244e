import type { Registry } from 'prom-client';
import type { Logger } from '../logger.ts';
import type { Publish } from '../realtime/contract.ts';
import type { Database } from '../store/database.ts';
import type { Secrets } from '../store/secrets/secrets.ts';
import type { Settings } from '../settings.ts';

/** The settings that HTTP and the account features read. */
export type HttpSettings = Pick<
  Settings,
  | 'origin'
  | 'apiOrigin'
  | 'signUp'
  | 'sessionDays'
  | 'playSessionDays'
  | 'feedDays'
  | 'plans'
  | 'plan'
  | 'freeJobs'
  | 'freeMessages'
  | 'freeWebhooks'
  | 'storageMib'
  | 'planStorageMib'
  | 'scheduleLate'
  | 'smtpUrl'
  | 'trustProxy'
  | 'metricsToken'
  | 'logRoot'
  | 'steamKey'
  | 'steamApi'
  | 'vpnData'
  | 'asnData'
  | 'host'
  | 'privateAddresses'
  | 'demo'
>;

/** What every route of the host is given. */
export interface HostDeps {
  readonly db: Database;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly log: Logger;
  readonly settings: HttpSettings;
  readonly secrets: Secrets;
  readonly publish: Publish;
  /** Where features register what the operator's `/metrics` shows. */
  readonly metrics: Registry;
  /**
   * The portal's own address, `MUSTER_ORIGIN` or where it listens: what links in mails begin with. Never
   * taken from a request, whose `Host` anybody can forge.
   */
  readonly portalOrigin: () => string;
}
