/** What invitations come to on each of their servers. */
import { sql } from 'kysely';
import { GIVING_REFUSED, type GivingRefused } from '../../protocol/invitations/limits.ts';
import type { Database, Trx } from '../store/database.ts';

const OUTCOME = ['given', 'unchanged', ...GIVING_REFUSED] as const;

/** On how many servers an invitation has given, and why not on others. */
export interface Sum {
  readonly given: number;
  readonly refused: readonly GivingRefused[];
}

/** Notes on which servers an invitation is to give now. */
export async function addWaiting(
  trx: Trx,
  invitation: string,
  serverIds: readonly string[],
  now: number,
): Promise<void> {
  await sql`
    insert into invitation_results (invitation_id, server_id, outcome, given, at)
    select ${invitation}, id, 'waiting', '{}', ${now}::bigint from unnest(${[...serverIds]}::text[]) id
    on conflict do nothing
  `.execute(trx);
}

/** What each of these invitations has come to so far. */
export async function sumsOf(
  db: Database | Trx,
  invitations: readonly string[],
): Promise<ReadonlyMap<string, Sum>> {
  if (invitations.length === 0) return new Map();
  const rows = await db
    .selectFrom('invitation_results')
    .select(({ fn }) => ['invitation_id', 'outcome', fn.countAll<number>().as('count')])
    .where('invitation_id', 'in', invitations)
    .groupBy(['invitation_id', 'outcome'])
    .execute();
  return new Map(
    invitations.map((id) => {
      const own = rows.filter(({ invitation_id }) => invitation_id === id);
      const given = own.filter(({ outcome }) => outcome === 'given' || outcome === 'unchanged');
      const refused = GIVING_REFUSED.filter((code) => own.some(({ outcome }) => outcome === code));
      return [id, { given: given.reduce((sum, { count }) => sum + Number(count), 0), refused }];
    }),
  );
}

/** What an invitation came to on each server where it was tried; nothing without one. */
export async function outcomesOf(
  db: Database,
  invitation: string | null,
): Promise<ReadonlyMap<string, 'given' | 'unchanged' | GivingRefused>> {
  if (invitation === null) return new Map();
  const rows = await db
    .selectFrom('invitation_results')
    .select(['server_id', 'outcome'])
    .where('invitation_id', '=', invitation)
    .execute();
  return new Map(
    rows.flatMap(({ server_id, outcome }) => {
      const known = OUTCOME.find((one) => one === outcome);
      return known === undefined ? [] : [[server_id, known]];
    }),
  );
}
