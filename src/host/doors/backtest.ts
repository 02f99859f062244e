import { sql } from 'kysely';
import { banThatApplies } from '../../domain/bans/applies.ts';
import { keysOfPerson } from '../../domain/bans/keys.ts';
import { BACKTEST_STAYS } from '../../protocol/bans/backtest.ts';
import type { ServerPermission } from '../../protocol/permissions.ts';
import { HostError } from '../calls/host-error.ts';
import type { Answer, Handler } from '../calls/handler.ts';
import { openServer } from '../calls/open-server.ts';
import { goneServer } from '../calls/server-row.ts';
import { readsPersonal, readsStays } from '../players/seen-person.ts';
import { atOneMoment, type Trx } from '../store/database.ts';
import { bansBy, peopleOf, withFollowed } from './ask.ts';

const DAY = 86_400_000;

type KeptOut = Answer<'banListBacktest'>['people'][number];

/** `GET banlist/:id/backtest`: the decision of today, asked of those who were there. */
export const banListBacktest: Handler<'banListBacktest'> = (
  { params, query },
  { account, db, now },
) =>
  atOneMoment(db, async (trx) => {
    const { server_id, days, after } = query;
    await refuseServer(trx, server_id, account.id);
    const stays = await staysOf(trx, server_id, { since: now - days * DAY, after });
    const lists = await withFollowed(trx, params.banlist_id);
    const people = await peopleOf(trx, stays);
    const bans = await bansBy(trx, lists, [...new Set(people.flatMap(keysOfPerson))]);
    const full = lists.map((list) => ({ ...list, bans: bans.get(list.id) ?? [] }));
    const keptOut = new Map<string, KeptOut>();
    for (const [at, { muster_id, name, joined_at }] of stays.entries()) {
      const person = people[at];
      if (person === undefined || keptOut.has(muster_id)) continue;
      const found = banThatApplies(person, full, now);
      if (found === null) continue;
      const { id, reason, until } = found.ban;
      const ban = { id, reason, until, banlist_id: found.list.id, banlist: found.list.identifier };
      keptOut.set(muster_id, { muster_id, name, joined_at, ban });
    }
    const last = stays.at(-1);
    return {
      stays: stays.length,
      back_to: last?.joined_at ?? null,
      people: [...keptOut.values()],
      next:
        last === undefined || stays.length < BACKTEST_STAYS ? null : `${last.joined_at}.${last.id}`,
    };
  });

/**
 * Whom a ban finds tells what they are known by: that is for those alone who may see it, could let the server obey the list,
 * and would see in its feed who was kept out.
 */
async function refuseServer(trx: Trx, server: string, accountId: string): Promise<void> {
  const held = await openServer(trx, accountId, server);
  if (!held.includes('server.view')) throw goneServer();
  const needs: readonly ServerPermission[] = [
    ...(readsStays(held) ? [] : (['server.view.feed'] as const)),
    ...(readsPersonal(held) ? [] : (['server.view.personal'] as const)),
    ...(held.includes('server.modify.configuration')
      ? []
      : (['server.modify.configuration'] as const)),
  ];
  if (needs.length === 0) return;
  throw new HostError('permission-denied', `This needs the permission ${needs.join()}.`, { needs });
}

interface Stay {
  readonly id: string;
  readonly muster_id: string;
  readonly name: string;
  readonly joined_at: number;
  readonly ip: string | null;
}

/** Stays of those whom a game has told apart, newest first; what they are known by is asked of the person. */
async function staysOf(
  trx: Trx,
  server: string,
  { since, after }: { readonly since: number; readonly after: string | undefined },
) {
  const [at, id] = after?.split('.') ?? [];
  const { rows } = await sql<Stay>`
    select id, muster_id, name, joined_at, ip from play_sessions
    where server_id = ${server} and joined_at >= ${since} and muster_id is not null
      ${at === undefined ? sql`` : sql`and (joined_at, id) < (${Number(at)}, ${id})`}
    order by joined_at desc, id desc limit ${BACKTEST_STAYS}
  `.execute(trx);
  return rows.map((row) => ({ ...row, steam_id: null, guid: null, bohemia_id: null }));
}
