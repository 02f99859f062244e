import { banThatApplies } from '../../domain/bans/applies.ts';
import { keysOfPerson } from '../../domain/bans/keys.ts';
import type { Answer, Handler } from '../calls/handler.ts';
import { atOneMoment } from '../store/database.ts';
import { bansBy, peopleOf, withFollowed } from './ask.ts';
import { daysKept, pastStays, refuseBacktest } from './past-stays.ts';

type KeptOut = Answer<'banListBacktest'>['people'][number];

/** What they are known by is asked of the person. */
const NO_IDENTITY = { steam_id: null, guid: null, bohemia_id: null };

/** `GET banlist/:id/backtest`: the decision of today, asked of those who were there. */
export const banListBacktest: Handler<'banListBacktest'> = (
  { params, query },
  { account, db, settings, now },
) =>
  atOneMoment(db, async (trx) => {
    const { server_id, days, after } = query;
    await refuseBacktest(trx, server_id, account.id);
    const asked = { days, after, now, identified: true };
    const { stays, ...read } = await pastStays(trx, server_id, asked);
    const lists = await withFollowed(trx, params.banlist_id);
    const people = await peopleOf(
      trx,
      stays.map((stay) => ({ ...stay, ...NO_IDENTITY })),
    );
    const bans = await bansBy(trx, lists, [...new Set(people.flatMap(keysOfPerson))]);
    const full = lists.map((list) => ({ ...list, bans: bans.get(list.id) ?? [] }));
    const keptOut = new Map<string, KeptOut>();
    for (const [at, { muster_id, name, joined_at }] of stays.entries()) {
      const person = people[at];
      if (person === undefined || muster_id === null || keptOut.has(muster_id)) continue;
      const found = banThatApplies(person, full, now);
      if (found === null) continue;
      const { id, reason, until } = found.ban;
      const ban = { id, reason, until, banlist_id: found.list.id, banlist: found.list.identifier };
      keptOut.set(muster_id, { muster_id, name, joined_at, ban });
    }
    const kept = daysKept(settings, days);
    return { stays: stays.length, days: kept, ...read, people: [...keptOut.values()] };
  });
