/** A module as somebody tries it, as if the server asked nothing else. */
import { modules, type Modules } from '../../protocol/modules/fields.ts';
import { MODULES_UNSET } from '../../protocol/modules/limits.ts';
import type { Settings } from '../settings.ts';
import { UNREAD } from './ask.ts';
import type { Asked, Present } from './asked.ts';
import type { DoorCallDeps } from './deps.ts';
import { inForce } from './settings.ts';

/** Without any it is the whitelist. */
export type Tried = {
  readonly [M in 'geoblocking' | 'reserved_slots' | 'steam' | 'vpn']?: Modules[M] | undefined;
};

/** What is asked: it alone, switched on. */
export function moduleAlone(
  { geoblocking, reserved_slots, steam, vpn }: Tried,
  settings: Pick<Settings, 'steamKey'>,
): Modules {
  const isWhitelist = [geoblocking, reserved_slots, steam, vpn].every((one) => one === undefined);
  const set = {
    ...MODULES_UNSET,
    ...(geoblocking && { geoblocking: { ...geoblocking, active: true } }),
    ...(reserved_slots && { reserved_slots: { ...reserved_slots, active: true } }),
    ...(steam && { steam }),
    ...(vpn && { vpn: { ...vpn, active: true } }),
    ...(isWhitelist && { whitelist: { active: true, paused: false } }),
  };
  return inForce(modules.parse(set), settings);
}

interface Stay extends Present {
  readonly id: string;
  readonly joined_at: number;
}

/** These, with what it asks of them and no table has. */
export function triedOn(
  stays: readonly Stay[],
  { geoblocking, vpn }: Tried,
  { countries, vpnLists }: Pick<DoorCallDeps, 'countries' | 'vpnLists'>,
): Promise<readonly Asked[]> {
  return Promise.all(
    stays.map(async ({ id, joined_at: joinedAt, ...present }): Promise<Asked> => {
      const country = geoblocking === undefined ? null : await countries.of(present.ip);
      const network = vpn === undefined ? null : await vpnLists.find(present.ip);
      return { ...UNREAD, present, id, joinedAt, country, network };
    }),
  );
}
