import { sql } from 'kysely';
import { standingsOf, type AntiCheatKick } from '../../domain/persons/anti-cheat.ts';
import { EVENTS } from '../../protocol/events.ts';
import { ANTI_CHEAT_KICKS } from '../../protocol/persons/calls.ts';
import { serverStream } from '../../protocol/streams.ts';
import type { Answer, Handler } from '../calls/handler.ts';
import { opensOf, refuseByPlan, seenPerson, serversWhere } from '../players/seen-person.ts';
import { readRanges } from '../realtime/read.ts';
import { atOneMoment, type Trx } from '../store/database.ts';
import { KICK_WITHIN } from './sessions.ts';

type Game = Answer<'personAntiCheat'>['standings'][number]['game'];

/** `GET persons/:id/anti-cheat`. */
export const personAntiCheat: Handler<'personAntiCheat'> = (
  { params },
  { account, db, now, settings },
) =>
  atOneMoment(db, async (trx) => {
    const { ids, servers } = await seenPerson(trx, account.id, params.muster_id);
    refuseByPlan((await opensOf(trx, account.id, settings, now)).sessions);
    const told = serversWhere(servers, (held) => held.includes('server.view.feed'));
    const kicks = await kicksOf(trx, ids, told);
    const standings = standingsOf(kicks).map(({ game, by, bans }) => {
      return { game: game as Game, by, bans: [...bans] };
    });
    return { standings, kicks: kicks.length };
  });

/** The latest that an anti-cheat threw them out, each as the feed told it. */
async function kicksOf(
  trx: Trx,
  ids: readonly string[],
  servers: readonly string[],
): Promise<readonly AntiCheatKick[]> {
  const { rows } = await sql<{ server_id: string; seq: number; game: number; stay: string }>`
    select distinct t.server_id, t.seq, v.game, k.id as stay from (
      select p.id, p.server_id, p.muster_id, p.left_at
      from play_sessions p join statistic_stays s on s.id = p.id
      where p.muster_id = any(${ids}::bpchar[]) and p.server_id = any(${servers}::bpchar[])
        and s.kicked_by in ('battleye', 'eac') and p.left_at is not null
      order by p.left_at desc limit ${ANTI_CHEAT_KICKS}
    ) k
      join servers v on v.id = k.server_id
      join feed_texts t on t.server_id = k.server_id and t.kind = 'kick'
        and t.at between k.left_at - ${KICK_WITHIN} and k.left_at + ${KICK_WITHIN}
        and t.subject in (k.id::text, k.muster_id::text)
  `.execute(trx);
  const stays = new Map(rows.map(({ stay, game }) => [stay, game]));
  const ranges = rows.map(({ server_id, seq }) => {
    return { stream: serverStream(server_id, 'feed'), after: seq - 1, upTo: seq };
  });
  return (await readRanges(trx, ranges)).flatMap(({ event, data }): AntiCheatKick[] => {
    const { data: told } = EVENTS['server:feed'].safeParse(event === 'server:feed' ? data : null);
    if (told?.entry.kind !== 'kick') return [];
    const { by, reason, player } = told.entry;
    const game = stays.get(player?.id ?? '');
    if (game === undefined || (by !== 'battleye' && by !== 'eac')) return [];
    return [{ by, reason, at: told.at, server_id: told.server_id, game }];
  });
}
