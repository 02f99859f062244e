import { banThatApplies } from '../../domain/bans/applies.ts';
import { keysOfPerson } from '../../domain/bans/keys.ts';
import { followable } from '../bans/follow.ts';
import { serversOf } from '../bans/list.ts';
import type { Handler } from '../calls/handler.ts';
import { openServers } from '../players/seen-person.ts';
import { atOneMoment } from '../store/database.ts';
import { bansBy, peopleOf } from './ask.ts';
import { openStays } from './present.ts';

/** `POST banlist/:id/follows/preview`: of the other list alone, since what that follows does not hold. */
export const banListFollowPreview: Handler<'banListFollowPreview'> = (
  { params, body },
  { account, db, now },
) =>
  atOneMoment(db, async (trx) => {
    const { banlist_id: id } = params;
    const { id: followed, identifier } = await followable(trx, id, body.share_code);
    const open = await openServers(trx, account.id);
    const obeying = await serversOf(trx, id);
    const seen = obeying.filter((server) => open.has(server));
    const stays = await openStays(trx, seen);
    const people = await peopleOf(trx, stays);
    const list = { id: followed, identifier, primary: false, public: false, through: null };
    const bans = await bansBy(trx, [list], [...new Set(people.flatMap(keysOfPerson))]);
    const lists = [{ ...list, bans: bans.get(followed) ?? [] }];
    const kept = people.filter((person) => banThatApplies(person, lists, now) !== null);
    return {
      players: stays.length,
      kept_out: kept.length,
      unseen: obeying.length - seen.length,
    };
  });
