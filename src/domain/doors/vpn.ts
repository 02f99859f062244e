import type { Rule } from './rule.ts';
import { mayBeListed } from './whitelist.ts';

/** Whoever comes from a network of the lists that whoever runs Muster has given it. */
export const vpn: Rule = (visitor, door) => {
  const { vpn: set } = door.modules;
  if (!set.active || visitor.network === null) return null;
  if (set.protect_whitelist && mayBeListed(visitor, door)) return null;
  return { verdict: 'kick', rule: 'vpn', entry: { kind: 'vpn' } };
};
