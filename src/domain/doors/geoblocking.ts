import type { Rule } from './rule.ts';

/** Whoever comes from a country that is kept out. Of whom it is not known where they come from, nobody. */
export const geoblocking: Rule = ({ country }, { modules: { geoblocking: set } }) => {
  if (!set.active || country === null) return null;
  if (set.countries.includes(country) === set.invert) return null;
  return { verdict: 'kick', rule: 'geoblocking', entry: { kind: 'country' } };
};
