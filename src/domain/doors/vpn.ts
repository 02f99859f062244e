import type { Rule } from './rule.ts';

/** Whoever comes from a network of the lists that whoever runs Muster has given it. */
export const vpn: Rule = ({ network, whitelisted }, { modules: { vpn: set } }) => {
  if (!set.active || network === null) return null;
  if (set.protect_whitelist && whitelisted) return null;
  return { verdict: 'kick', rule: 'vpn', entry: { kind: 'vpn' } };
};
