import type { Selectable } from 'kysely';
import type { RowOf } from '../../protocol/resources/registry.ts';
import type { ToldRows } from '../change/told-rows.ts';
import type { Trx } from '../store/database.ts';
import type { SchedulePlanRow } from '../store/tables/schedules.ts';

type Plan = RowOf<'plans'>;

/** What was skipped, postponed or asked for once on a server. */
export const PLAN_ROWS: ToldRows<'plans'> = { resource: 'plans', read: readPlans };

export async function readPlans(
  trx: Trx,
  serverId: string,
  ids: readonly string[] | null,
): Promise<readonly Plan[]> {
  const rows = await trx
    .selectFrom('schedule_plans')
    .leftJoin('accounts', 'accounts.id', 'schedule_plans.by_id')
    .selectAll('schedule_plans')
    .select('accounts.display_name')
    .where('server_id', '=', serverId)
    .$if(ids !== null, (query) => query.where('schedule_plans.id', 'in', ids ?? []))
    .execute();
  return rows.map(planOf);
}

function planOf({
  display_name,
  ...row
}: Selectable<SchedulePlanRow> & { readonly display_name: string | null }): Plan {
  return { ...row, action: row.action as Plan['action'], by_name: display_name ?? '' };
}
