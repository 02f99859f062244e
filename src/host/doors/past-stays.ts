/** Who was on a server of late, for whoever asks what would have become of them. */
import { sql } from 'kysely';
import { BACKTEST_STAYS } from '../../protocol/bans/backtest.ts';
import type { ServerPermission } from '../../protocol/permissions.ts';
import { HostError } from '../calls/host-error.ts';
import { openServer } from '../calls/open-server.ts';
import { goneServer } from '../calls/server-row.ts';
import { readsPersonal, readsStays } from '../players/seen-person.ts';
import type { Trx } from '../store/database.ts';

const DAY = 86_400_000;

/**
 * What a decision finds tells what somebody is known by, and where they come from: that is for those alone who may see it, could
 * set the server so, and would see in its feed who was kept out.
 */
export async function refuseBacktest(trx: Trx, server: string, accountId: string): Promise<void> {
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

export interface PastStay {
  readonly id: string;
  readonly muster_id: string | null;
  readonly name: string;
  readonly joined_at: number;
  readonly steam_id: string | null;
  readonly guid: string | null;
  readonly bohemia_id: string | null;
  readonly ip: string | null;
}

/** Of so many days stays are kept, of those that are asked for. */
export function daysKept(
  { playSessionDays, feedDays }: { readonly playSessionDays: number; readonly feedDays: number },
  days: number,
): number {
  return Math.min(days, Math.max(playSessionDays, feedDays));
}

interface AskedStays {
  readonly days: number;
  /** What the answer before said as `next`. */
  readonly after: string | undefined;
  readonly now: number;
  /** Only those of whom the game has said who they are. */
  readonly identified: boolean;
}

/** The next stays of the last days, newest first. */
export async function pastStays(
  trx: Trx,
  server: string,
  { days, after, now, identified }: AskedStays,
): Promise<{
  readonly stays: readonly PastStay[];
  readonly back_to: number | null;
  readonly next: string | null;
}> {
  const [at, id] = after?.split('.') ?? [];
  const { rows: stays } = await sql<PastStay>`
    select id, muster_id, name, joined_at, steam_id, guid, bohemia_id, ip from play_sessions
    where server_id = ${server} and joined_at >= ${now - days * DAY}
      ${identified ? sql`and muster_id is not null` : sql``}
      ${at === undefined ? sql`` : sql`and (joined_at, id) < (${Number(at)}, ${id})`}
    order by joined_at desc, id desc limit ${BACKTEST_STAYS}
  `.execute(trx);
  const last = stays.at(-1);
  const isFull = last !== undefined && stays.length === BACKTEST_STAYS;
  return {
    stays,
    back_to: last?.joined_at ?? null,
    next: isFull ? `${last.joined_at}.${last.id}` : null,
  };
}
