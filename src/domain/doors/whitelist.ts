import type { Rule } from './rule.ts';

/** Whoever stands on no whitelist of a server whose whitelist is in force: switched on, not paused, and there. */
export const whitelist: Rule = ({ known, whitelisted }, { modules, whitelists }) => {
  const { active, paused } = modules.whitelist;
  if (!active || paused || whitelists === 0 || !known || whitelisted) return null;
  return { verdict: 'kick', rule: 'whitelist', entry: { kind: 'whitelist' } };
};
