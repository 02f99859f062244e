import { decide } from '../../domain/doors/decide.ts';
import type { Door } from '../../domain/doors/rule.ts';
import type { Guest } from '../../domain/doors/decide-all.ts';
import type { Answer, Handler } from '../calls/handler.ts';
import { atOneMoment } from '../store/database.ts';
import { guestsOf } from './ask.ts';
import type { DoorCallDeps } from './deps.ts';
import { moduleAlone, triedOn, type Tried } from './module-alone.ts';
import { daysKept, pastStays, refuseBacktest } from './past-stays.ts';

type KeptOut = Answer<'modulesBacktest'>['people'][number];

/**
 * `POST server/:id/modules/backtest`: the decision, asked of those who were there at the moment when they came. What somebody
 * stands on, where an address is and what Steam says of an account is as it is today: what it was then is not kept.
 */
export const modulesBacktest: Handler<'modulesBacktest', DoorCallDeps> = async (
  { params: { server_id }, body: { days, after, ...tried } },
  { account, db, countries, vpnLists, settings, now },
) => {
  const { stays, ...read } = await atOneMoment(db, async (trx) => {
    await refuseBacktest(trx, server_id, account.id);
    return pastStays(trx, server_id, { days, after, now, identified: false });
  });
  const asked = await triedOn(stays, tried, { countries, vpnLists });
  const modules = moduleAlone(tried, settings);
  const door = { modules, canWarn: false, slots: null };
  const { guests, full } = await guestsOf(db, server_id, asked, door, now, false);
  const keptOut = new Map<string, KeptOut>();
  let unknown = 0;
  for (const [at, { id, muster_id, name, joined_at, ip }] of stays.entries()) {
    const guest = guests[at];
    if (guest === undefined) continue;
    const decision = decide({ ...guest, place: null }, full, joined_at);
    const who = muster_id ?? id;
    if (decision.verdict === 'let-in') unknown += Number(isUnknown(guest, ip, tried, full));
    if (decision.verdict === 'let-in' || keptOut.has(who)) continue;
    keptOut.set(who, { id: who, name, joined_at, rule: decision.because.rule });
  }
  const kept = daysKept(settings, days);
  return { stays: stays.length, days: kept, ...read, unknown, people: [...keptOut.values()] };
};

/** Whether nobody knows of somebody what is asked for, so that they are let in. */
function isUnknown(
  { country, known, steam }: Guest,
  ip: string | null,
  tried: Tried,
  { whitelists }: Pick<Door, 'whitelists'>,
): boolean {
  if (tried.geoblocking !== undefined) return country === null;
  if (tried.vpn !== undefined) return ip === null;
  // Without a whitelist nobody was asked for, and nothing was read of who they are.
  if (tried.steam === undefined) return whitelists > 0 && !known;
  // A private account tells nobody how old it is.
  return steam === null || (tried.steam.min_age_days > 0 && steam.created_at === null);
}
