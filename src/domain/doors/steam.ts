import type { RemovalReason } from '../../protocol/enumerations.ts';
import type { Modules } from '../../protocol/modules/fields.ts';
import type { Found, Rule, SteamFacts } from './rule.ts';

const DAY = 86_400_000;

/** Whoever plays with a Steam account that the server does not take. Of whom Steam has said nothing, nobody. */
export const steam: Rule = ({ steam: facts }, { modules: { steam: set } }, now) => {
  if (facts === null) return null;
  const { kick_private, kick_vac, vac_grace_days: grace, min_age_days: age } = set;
  if (kick_vac && facts.vac_bans > 0 && isOfLate(facts, grace, now)) {
    return kick('vac', { kind: 'vac', grace });
  }
  if (kick_private && facts.state === 'private') {
    return kick('steam-private', { kind: 'steam-private' });
  }
  const { created_at } = facts;
  // Not even one whose beginning is ahead of this machine's clock is too young where none is.
  if (age === 0 || created_at === null || now - created_at >= age * DAY) return null;
  return kick('steam-age', { kind: 'steam-age', days: age });
};

/** Whether a module keeps anybody out by what Steam says. */
export function asksSteam({ kick_private, kick_vac, min_age_days }: Modules['steam']): boolean {
  return kick_private || kick_vac || min_age_days > 0;
}

/** Steam says how many days ago the last ban was when it was asked. Where it does not, or nothing is forgiven, it is of late. */
function isOfLate({ days_since_ban: days, at }: SteamFacts, grace: number, now: number): boolean {
  return grace === 0 || days === null || days + Math.floor((now - at) / DAY) < grace;
}

function kick(rule: RemovalReason, entry: Found['entry']): Found {
  return { verdict: 'kick', rule, entry };
}
