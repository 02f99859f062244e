import { banThatApplies } from '../bans/applies.ts';
import type { Rule } from './rule.ts';

/** Whoever is banned on a list that the server obeys. */
export const ban: Rule = ({ person }, { lists }, now) => {
  const found = banThatApplies(person, lists, now);
  if (found === null) return null;
  const rule = found.ban.until === null ? 'ban' : 'temporary-ban';
  return { verdict: 'kick', rule, entry: { kind: 'ban', ...found } };
};
