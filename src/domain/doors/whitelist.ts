import type { Door, Rule, Visitor } from './rule.ts';

/** Whoever stands on no whitelist of a server whose whitelist is in force: switched on, not paused, and there. */
export const whitelist: Rule = ({ known, whitelisted }, { modules, whitelists }) => {
  const { active, paused } = modules.whitelist;
  if (!active || paused || whitelists === 0 || !known || whitelisted) return null;
  return { verdict: 'kick', rule: 'whitelist', entry: { kind: 'whitelist' } };
};

/** Whether somebody may stand on a whitelist of a server: until it is known who they are, everybody may. */
export function mayBeListed(
  { known, whitelisted }: Pick<Visitor, 'known' | 'whitelisted'>,
  { whitelists }: Pick<Door, 'whitelists'>,
): boolean {
  return whitelisted || (!known && whitelists > 0);
}
