import type { HostDeps } from '../calls/deps.ts';
import type { VpnLists } from './vpn-lists.ts';
import type { Countries } from './countries.ts';

export interface DoorCallDeps extends HostDeps {
  readonly countries: Countries;
  readonly vpnLists: VpnLists;
}
