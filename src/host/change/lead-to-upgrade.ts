import { planInForce } from '../../domain/account/plan.ts';
import { PLAN_COLUMNS, subscriberOf, upgradeDue, type PlanRule } from '../access/plan.ts';
import { PlanFull } from '../calls/plan-room.ts';
import { change, type ChangeContext } from './change.ts';

/**
 * Leads whoever calls to the page that says what higher plans hold, where their own plan stopped them: until they put that
 * aside or have a higher one. Never where plans do not bind, and never for the plan of somebody else.
 */
export async function leadToUpgrade(
  context: ChangeContext & { readonly settings: PlanRule },
  error: unknown,
): Promise<void> {
  const { settings, session } = context;
  const id = session?.account.id;
  if (!settings.plans || !(error instanceof PlanFull) || error.payer !== id) return;
  await change(context, async (made) => {
    const { trx, now } = made;
    const account = await trx
      .selectFrom('accounts')
      .select(PLAN_COLUMNS)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (upgradeDue(account, settings, now)) return;
    const from = planInForce(subscriberOf(account, settings, now), now);
    await trx.updateTable('accounts').set({ upgrade_from: from }).where('id', '=', id).execute();
    made.tellAccount(id, 'subscription');
  });
}
