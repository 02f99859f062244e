import type { AddressRule } from '../connectors/address-rule.ts';
import type { ConnectorPorts } from '../connectors/ports.ts';
import type { HostDeps } from '../calls/deps.ts';

/** What the calls for servers need beside what every route is given. */
export interface ServerDeps extends HostDeps {
  /** Sockets, names, time and chance for the RCon test. */
  readonly ports: ConnectorPorts;
  /** Where they may connect to. */
  readonly addressRule: AddressRule;
}
