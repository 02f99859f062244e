/** What no table has of those who are on a server, as far as a module of it asks. */
import type { FilterHit } from '../../domain/doors/rule.ts';
import type { Modules } from '../../protocol/modules/fields.ts';
import type { OpenSession } from '../players/play-session.ts';
import type { ServerRuntime } from '../servers/server-runtime.ts';
import type { Asked } from './asked.ts';
import type { Countries } from './countries.ts';
import { hitsOf } from './filters.ts';
import type { Readings } from './readings.ts';
import type { DoorSettings } from './settings.ts';
import type { VpnLists } from './vpn-lists.ts';

interface Known {
  readonly countries: Countries;
  readonly vpnLists: VpnLists;
  readonly readings: Readings;
  /** What filters found in what somebody said. */
  readonly said: (stay: string) => readonly FilterHit[];
  /** They are on, and have not left with their last word. */
  readonly isHere: (stay: string) => boolean;
  readonly now: number;
}

/** Each as somebody to ask about. */
export function askedOf(
  serverId: string,
  { modules, filters }: DoorSettings,
  stays: readonly OpenSession[],
  { countries, vpnLists, readings, said, isHere, now }: Known,
): Promise<readonly Asked[]> {
  return Promise.all(
    stays.map(async (present): Promise<Asked> => {
      const { id, joined_at: joinedAt, name, ip } = present;
      const { pings, warnedAt: warnedOfPing } = readings.of(serverId, id);
      const country = modules.geoblocking.active ? await countries.of(ip) : null;
      const network = modules.vpn.active ? await vpnLists.find(ip) : null;
      const named = hitsOf(filters, 'NAME_FILTER', name, now);
      const here = isHere(id);
      return {
        present,
        id,
        here,
        joinedAt,
        country,
        network,
        named,
        said: said(id),
        pings,
        warnedOfPing,
      };
    }),
  );
}

/**
 * How many a game has room for, where its last slots are kept free and somebody may be on one of them: everybody who is on is asked
 * about then. null: nobody has to leave for a reserved slot.
 */
export function slotsAsked(
  { slots, stays }: ServerRuntime,
  { reserved_slots: { active, amount } }: Modules,
): number | null {
  return active && slots !== null && stays.length > slots - amount ? slots : null;
}
