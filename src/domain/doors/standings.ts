/** What each rule says of somebody who is on a server: why they are let in, or are not. */
import { DOOR_RULE, type DoorRule, type DoorStanding } from '../../protocol/modules/decision.ts';
import { RULES } from './decide.ts';
import type { Door, Visitor } from './rule.ts';
import { asksSteam } from './steam.ts';
import { mayBeListed } from './whitelist.ts';

/** Somebody, with what only whoever explains has to know. */
export interface Explained extends Visitor {
  /** They hold a reserved slot. */
  readonly reserved: boolean;
  /** Their address is known. */
  readonly located: boolean;
}

/** A server, with whether it uses filters of each kind. */
export interface ExplainedDoor extends Door {
  readonly filters: { readonly name: boolean; readonly chat: boolean };
}

interface Standing {
  readonly rule: DoorRule;
  readonly stands: DoorStanding;
}

/** In the order in which they are asked. Pings and messages are not asked for: they count as they come. */
export function standings(
  visitor: Explained,
  door: ExplainedDoor,
  now: number,
): readonly Standing[] {
  return DOOR_RULE.map((rule) => {
    const found = RULES[rule](visitor, door, now) !== null;
    return { rule, stands: found ? 'found' : WHY_NOT[rule](visitor, door) };
  });
}

/** Why a rule that has found nothing lets somebody in. */
const WHY_NOT: Readonly<
  Record<DoorRule, (visitor: Explained, door: ExplainedDoor) => DoorStanding>
> = {
  ban: ({ known }, { lists }) => (lists.length === 0 ? 'off' : known ? 'passes' : 'unknown'),
  whitelist: ({ known }, { modules: { whitelist }, whitelists }) => {
    if (!whitelist.active || whitelist.paused || whitelists === 0) return 'off';
    return known ? 'passes' : 'unknown';
  },
  geoblocking: ({ country }, { modules }) => {
    if (!modules.geoblocking.active) return 'off';
    return country === null ? 'unknown' : 'passes';
  },
  vpn: ({ network, located }, { modules }) => {
    if (!modules.vpn.active) return 'off';
    if (network !== null) return 'protected';
    return located ? 'passes' : 'unknown';
  },
  steam: ({ steam }, { modules }) => {
    if (!asksSteam(modules.steam)) return 'off';
    return steam === null ? 'unknown' : 'passes';
  },
  'name-filter': (_, { filters }) => (filters.name ? 'passes' : 'off'),
  'reserved-slot': ({ place, reserved }, { modules }) => {
    if (!modules.reserved_slots.active) return 'off';
    if (reserved) return 'protected';
    return place === null ? 'unknown' : 'passes';
  },
  ping: (visitor, door) => {
    const { active, protect_whitelist } = door.modules.ping;
    if (!active) return 'off';
    return protect_whitelist && mayBeListed(visitor, door) ? 'protected' : 'as-it-comes';
  },
  'chat-filter': (_, { filters }) => (filters.chat ? 'as-it-comes' : 'off'),
};
