import { mayOpen } from '../permissions.ts';
import type { AccountRow } from '../rows.ts';

/**
 * What the gate of a server's page does. `ask`: the host is asked whether there is such a server. `gone`: it
 * was there, and is no more. `restricted` and `allowed` lead to 'access restricted' and away from it.
 */
export type ServerGate = 'open' | 'wait' | 'ask' | 'gone' | 'restricted' | 'allowed';

export interface AtServerGate {
  readonly serverId: string;
  readonly account: Pick<AccountRow, 'servers' | 'capabilities'> | undefined;
  /** The host tells what there is now. */
  readonly live: boolean;
  /** Whether what is known of the server has been told; and what it is. */
  readonly ready: boolean;
  readonly server: Parameters<typeof mayOpen>[1] | undefined;
  /** It was there since the page was opened. */
  readonly seen: boolean;
  /** The page is the one that says that access is restricted. */
  readonly restrictedPage: boolean;
}

/** First specification, section 4. */
export function serverGate(at: AtServerGate): ServerGate {
  const { serverId, account, live, ready, server, seen, restrictedPage } = at;
  const known = account?.servers[serverId] !== undefined;
  if (ready && server === undefined) {
    if (seen) return 'gone';
    return live && !known ? 'ask' : 'wait';
  }
  // Of a server that was just added the row can come before what the account may do with it.
  if (server === undefined || !known) return 'wait';
  const open = mayOpen(account, server);
  if (open !== restrictedPage) return 'open';
  return open ? 'allowed' : 'restricted';
}
