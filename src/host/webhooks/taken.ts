/** One host at a time sends to a webhook, for a while, and says what came of it. */
import { sql, type Selectable } from 'kysely';
import { GIVES_UP_AFTER, waitAfter, type Verdict } from '../../domain/webhooks/outcome.ts';
import type { WebhookCause } from '../../protocol/webhooks/limits.ts';
import { auditBanList } from '../bans/list.ts';
import type { HostDeps } from '../calls/deps.ts';
import { change, type Change } from '../change/change.ts';
import type { Database, Trx } from '../store/database.ts';
import { newToken } from '../store/ids.ts';
import { databaseNow } from '../store/now.ts';
import type { WebhookDeliveryRow, WebhookRow } from '../store/tables/webhooks.ts';
import { wakeAt } from './due.ts';
import { BAN_LIST_WEBHOOK_ROWS } from './rows.ts';

/** Longer than one may take; each begins it anew, ms. */
const LEASE = 30_000;
/** Between two posts of Discord, which takes 30 in a minute, ms. */
const PACE = 2_000;

type Deps = Pick<HostDeps, 'db' | 'publish' | 'secrets' | 'clock'>;

/** A webhook that this host sends to; `leased_by`: by which it says so. */
export type Taken = Selectable<WebhookRow>;
export type Delivery = Selectable<WebhookDeliveryRow>;

/** Takes a webhook that is due, unless another host has it. A host that dies loses it, and another is woken then. */
export function takeWebhook(deps: Deps, id: string): Promise<Taken | null> {
  const now = deps.clock();
  return change({ ...deps, now }, async (made) => {
    const { trx } = made;
    const { rows } = await sql<Taken>`
      update webhooks w set leased_by = ${newToken()}, due_at = ${now + LEASE}::bigint,
        lease_until = ${databaseNow} + ${LEASE}::bigint,
        status = case when status = 'CREATED' then 'VERIFYING' else status end
      from ban_lists b
      where w.id = ${id} and b.id = w.banlist_id and b.deleting is null
        and status in ('CREATED', 'VERIFYING', 'VERIFIED')
        and ${nextMoment()} <= ${now}::bigint and lease_until <= ${databaseNow}
      returning w.*
    `.execute(trx);
    const [taken] = rows;
    if (taken !== undefined) {
      await wakeAt(trx, taken);
      if (taken.status === 'VERIFYING')
        made.tellRows(BAN_LIST_WEBHOOK_ROWS, taken.banlist_id, [id]);
      return taken;
    }
    // Another host has it, or had it a moment ago, or it is too soon: it is looked at again after that.
    const { rows: waiting } = await sql<{ id: string; asked: number; due_at: number }>`
      select id, asked, greatest(
        ${nextMoment()}, ${now + 1}::bigint + greatest(lease_until - ${databaseNow}, 0)
      ) as due_at
      from webhooks w
      where id = ${id} and due_at <= ${now}::bigint
        and status in ('CREATED', 'VERIFYING', 'VERIFIED')
        and exists (select from ban_lists b where b.id = w.banlist_id and b.deleting is null)
    `.execute(trx);
    for (const row of waiting) await wakeAt(trx, row);
    return null;
  });
}

/** No other host can be here: what one that was killed had is sent at once. */
export function freeWebhooks(db: Database, now: number): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const freed = await trx
      .updateTable('webhooks')
      .set(({ eb }) => ({ ...FREE, due_at: now, asked: eb('asked', '+', 1) }))
      .where('leased_by', 'is not', null)
      .returning(['id', 'asked', 'due_at'])
      .execute();
    for (const row of freed) await wakeAt(trx, row);
  });
}

/** When the next may be sent. */
function nextMoment() {
  return sql<number>`greatest(
    due_at, case when flavor = 'DISCORD' then coalesce(delivered_at, 0) + ${PACE}::bigint else 0 end
  )`;
}

/**
 * What waits longest for it, while it is verified and this host's: whoever paused or changed it is obeyed from the next
 * delivery on. null: nothing does. From now on nothing more is added to it.
 */
export async function nextDelivery(
  db: Database,
  { id, leased_by }: Taken,
): Promise<Delivery | null> {
  const { rows } = await sql<Delivery>`
    update webhook_deliveries set sent = true
    where id = (
      select d.id from webhook_deliveries d
      join webhooks w on w.id = d.webhook_id join ban_lists b on b.id = w.banlist_id
      where d.webhook_id = ${id} and d.state = 'waiting' and b.deleting is null
        and w.status = 'VERIFIED' and w.leased_by = ${leased_by}
        and w.lease_until > ${databaseNow}
      order by d.number limit 1 for update of d
    )
    returning *
  `.execute(db);
  return rows[0] ?? null;
}

/** How it went. */
export interface Outcome {
  readonly verdict: Verdict;
  /** What was answered; null: nothing. */
  readonly code: number | null;
  /** How long it asks to be left alone, ms; null: it does not say. */
  readonly asked: number | null;
  /** What is known by now of how safe the way there is; null: no more than before. */
  readonly security: WebhookRow['security'] | null;
}

/** Whoever was asked first takes what follows, or not. Answers whether it does. */
export function endVerification(deps: Deps, taken: Taken, outcome: Outcome): Promise<boolean> {
  const { verdict, code, security } = outcome;
  return settle(deps, taken, async (made, held) => {
    const isVerified = verdict.kind === 'delivered';
    await setWebhook(made.trx, held.id, {
      ...(security !== null && { security }),
      ...(isVerified ? { status: 'VERIFIED' } : { status: 'VERIFY_ERROR', told_after: null }),
      cause: verdict.kind === 'delivered' ? null : verdict.cause,
      code: isVerified ? null : code,
      failing_since: null,
      tries: 0,
      ...(isVerified ? { delivered_at: made.now } : FREE),
    });
    return isVerified;
  });
}

/** Writes what came of a delivery. Answers whether the next one may follow at once. */
export function endDelivery(
  deps: Deps,
  taken: Taken,
  delivery: Delivery,
  outcome: Outcome,
): Promise<boolean> {
  const { verdict, code, security } = outcome;
  return settle(deps, taken, async (made, held) => {
    const { trx, now } = made;
    const since = held.failing_since ?? now;
    const isLost = verdict.kind === 'again' && now - since >= GIVES_UP_AFTER;
    const cause = verdict.kind === 'delivered' ? null : verdict.cause;
    await trx
      .updateTable('webhook_deliveries')
      .set({
        state: stateOf(verdict, isLost),
        tries: delivery.tries + 1,
        cause,
        code: cause === null ? null : code,
        tried_at: now,
      })
      .where('id', '=', delivery.id)
      .execute();
    const known = security === null ? {} : { security };
    if (verdict.kind === 'over' || isLost) {
      await switchOff(made, held, { ...known, cause: isLost ? 'given-up' : cause, code });
      return false;
    }
    if (verdict.kind === 'again') {
      const tries = held.tries + 1;
      const due_at = now + waitAfter(tries, outcome.asked, Math.random());
      const failing = { cause, code, failing_since: since, tries, due_at };
      await setWebhook(trx, held.id, { ...known, ...failing, ...FREE });
      await wakeAt(trx, { ...held, due_at });
      return false;
    }
    await setWebhook(trx, held.id, {
      ...known,
      cause: null,
      code: null,
      failing_since: null,
      tries: 0,
      ...(verdict.kind === 'delivered' && { delivered_at: now }),
    });
    return true;
  });
}

function stateOf({ kind }: Verdict, isLost: boolean): Delivery['state'] {
  if (kind === 'delivered') return 'delivered';
  return kind === 'again' && !isLost ? 'waiting' : 'failed';
}

async function switchOff(
  made: Change,
  { id, banlist_id, target }: Taken,
  values: { readonly cause: WebhookCause | null; readonly code: number | null },
): Promise<void> {
  await setWebhook(made.trx, id, { status: 'ERROR', told_after: null, ...values, ...FREE });
  auditBanList(made, banlist_id, 'webhook-off', {
    text: target,
    detail: { webhook: id, cause: values.cause },
  });
}

/** Nothing more is sent by this host now: where more waits, whoever comes next goes on. */
export async function leaveWebhook(deps: Deps, taken: Taken): Promise<void> {
  await settle(deps, taken, async ({ trx, now }, held) => {
    const due_at = now;
    await setWebhook(trx, held.id, { due_at, ...FREE });
    const waiting = await trx
      .selectFrom('webhook_deliveries')
      .select('id')
      .where('webhook_id', '=', held.id)
      .where('state', '=', 'waiting')
      .limit(1)
      .executeTakeFirst();
    if (waiting !== undefined || held.status === 'VERIFYING') {
      await wakeAt(trx, { ...held, due_at });
    }
    return false;
  });
}

const FREE = { leased_by: null, lease_until: 0 } as const;

/** Does something with a webhook that is still this host's, and tells how it is then; false where it is not. */
function settle(
  deps: Deps,
  { id, leased_by }: Taken,
  work: (made: Change, held: Taken) => Promise<boolean>,
): Promise<boolean> {
  return change({ ...deps, now: deps.clock() }, async (made) => {
    const held = await made.trx
      .selectFrom('webhooks')
      .selectAll()
      .where('id', '=', id)
      .where('leased_by', '=', leased_by)
      .where(sql<boolean>`lease_until > ${databaseNow}`)
      .forUpdate()
      .executeTakeFirst();
    if (held === undefined) return false;
    const goesOn = await work(made, held);
    if (goesOn) {
      await sql`
        update webhooks set lease_until = ${databaseNow} + ${LEASE}::bigint where id = ${id}
      `.execute(made.trx);
    }
    made.tellRows(BAN_LIST_WEBHOOK_ROWS, held.banlist_id, [id]);
    return goesOn;
  });
}

async function setWebhook(trx: Trx, id: string, values: Partial<Taken>): Promise<void> {
  await trx.updateTable('webhooks').set(values).where('id', '=', id).execute();
}
