import { sql } from 'kysely';
import type { SteamFacts } from '../../domain/doors/rule.ts';
import type { Database, Trx } from '../store/database.ts';
import type { Asked } from './asked.ts';

/**
 * What Steam said of the accounts that these play with, by their stay. A private profile counts once Steam has said so since they
 * came: whoever was kicked for it may have made it public.
 */
export async function steamFacts(
  db: Database | Trx,
  asked: readonly Pick<Asked, 'id' | 'joinedAt' | 'present'>[],
): Promise<ReadonlyMap<string, SteamFacts>> {
  const ids = new Set(asked.flatMap(({ present }) => present.steam_id ?? []));
  if (ids.size === 0) return new Map();
  const { rows } = await sql<SteamFacts & { steam_id: string }>`
    select steam_id, state, created_at, vac_bans, days_since_ban, fetched_at as at
    from steam_accounts
    where steam_id = any(${[...ids]}::text[]) and fetched_at is not null and state <> 'asked'
  `.execute(db);
  const known = new Map(rows.map(({ steam_id, ...facts }) => [steam_id, facts]));
  return new Map(
    asked.flatMap(({ id, joinedAt, present }): [string, SteamFacts][] => {
      const facts = known.get(present.steam_id ?? '');
      if (facts === undefined) return [];
      const isOld = facts.state === 'private' && facts.at < joinedAt;
      return [[id, isOld ? { ...facts, state: 'public' } : facts]];
    }),
  );
}
