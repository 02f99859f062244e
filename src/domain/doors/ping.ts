import type { Modules } from '../../protocol/modules/fields.ts';
import type { Rule } from './rule.ts';
import { mayBeListed } from './whitelist.ts';

/**
 * So many readings one after the other are over the limit before anything is done: one says little, as when somebody loads
 * the map or a packet is lost. Games are asked every five to ten seconds.
 */
export const PING_READINGS = 3;
/** So long after they were told, somebody is told again before they are asked to leave, ms. */
export const PING_WARNING_HOLDS = 600_000;

/** Whether the last readings are all over the limit. */
export function isOver(pings: readonly number[], { max }: Pick<Modules['ping'], 'max'>): boolean {
  const last = pings.slice(-PING_READINGS);
  return last.length === PING_READINGS && last.every((ping) => ping > max);
}

/** Whoever plays with a worse connection than the server lets. */
export const ping: Rule = (visitor, door, now) => {
  const { ping: set } = door.modules;
  const { pings, warnedOfPing } = visitor;
  if (!set.active || !isOver(pings, set)) return null;
  if (set.protect_whitelist && mayBeListed(visitor, door)) return null;
  const knows = warnedOfPing !== null && now - warnedOfPing < PING_WARNING_HOLDS;
  const verdict = set.warn && door.canWarn && !knows ? 'warn' : 'kick';
  const least = Math.min(...pings.slice(-PING_READINGS));
  return { verdict, rule: 'ping', entry: { kind: 'ping', ping: least, max: set.max } };
};
