/** What happens to the bans of lists is put down for their webhooks. */
import { sql } from 'kysely';
import { eventOf } from '../../domain/webhooks/event.ts';
import { gather, type Gathered, type Happened } from '../../domain/webhooks/gather.ts';
import type { BanRow } from '../../domain/bans/row.ts';
import { resourceStream } from '../../protocol/streams.ts';
import type { WebhookEvent } from '../../protocol/webhooks/limits.ts';
import type { Reactor, Told } from '../reactors/reactor.ts';
import type { Trx } from '../store/database.ts';
import { newId } from '../store/ids.ts';
import { wakeAt } from './due.ts';

/** How many changed is gathered for so long before it is sent, ms. */
const GATHERS = 10_000;

interface OfList extends Happened {
  readonly list: string;
}

/** Puts down a delivery for each webhook that is to be told; a job sends it. */
export function webhookReactor(clock: () => number): Reactor<OfList> {
  return {
    name: 'webhooks',
    streams: ['bans'],
    events: ['row:put', 'row:gone'],
    personal: true,
    decide,
    wanted: listened,
    apply: (trx, effects) => putDown(trx, effects, clock()),
  };
}

function decide(told: Told): readonly OfList[] {
  if (told.kind === 'missed') return [];
  if (told.event !== 'row:put' && told.event !== 'row:gone') return [];
  if (told.data.resource !== 'bans') return [];
  const before: BanRow | null = told.data.before;
  const after = 'row' in told.data ? told.data.row : null;
  const event = eventOf(before, after);
  const ban = after ?? before;
  if (event === null || ban === null) return [];
  return [{ list: ban.banlist_id, event, ban_id: ban.id, seq: told.seq, at: told.at }];
}

/** The streams of lists that have a webhook which is told of them: what the others tell is not read. */
async function listened(trx: Trx, streams: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await trx
    .selectFrom('webhooks')
    .select('banlist_id')
    .distinct()
    .where('told_after', 'is not', null)
    .execute();
  const told = new Set(rows.map(({ banlist_id }) => resourceStream('bans', banlist_id)));
  return new Set(streams.filter((stream) => told.has(stream)));
}

interface Listener {
  readonly id: string;
  readonly banlist_id: string;
  readonly events: readonly WebhookEvent[];
  readonly told_after: number;
  readonly waiting: number;
}

async function putDown(trx: Trx, effects: readonly OfList[], now: number): Promise<void> {
  const byList = new Map<string, OfList[]>();
  for (const one of effects) {
    const alike = byList.get(one.list);
    if (alike === undefined) byList.set(one.list, [one]);
    else alike.push(one);
  }
  // In one order for everybody, so that nobody waits in a circle.
  const { rows } = await sql<Listener>`
    with held as (
      select id, banlist_id, events, told_after from webhooks
      where banlist_id = any(${[...byList.keys()]}::bpchar[]) and told_after is not null
      order by id for update
    )
    select h.*, (
      select count(*)::int from webhook_deliveries d
      where d.webhook_id = h.id and d.state = 'waiting'
    ) as waiting
    from held h order by id
  `.execute(trx);
  for (const webhook of rows) {
    const happened = (byList.get(webhook.banlist_id) ?? []).filter(
      ({ seq }) => seq > webhook.told_after,
    );
    const gathered = gather(happened, webhook);
    if (gathered.length === 0) continue;
    for (const one of gathered) await putOne(trx, webhook.id, one, now);
    const gathers = gathered.every(({ kind }) => kind === 'many') ? GATHERS : 0;
    await ask(trx, webhook.id, { now, at: now + gathers });
  }
}

async function putOne(
  trx: Trx,
  webhook_id: string,
  { event, at, ...one }: Gathered,
  now: number,
): Promise<void> {
  const [ban_id, seq, count] =
    one.kind === 'one' ? [one.ban_id, one.seq, 1] : [null, null, one.count];
  const row = { id: newId(now), webhook_id, event, ban_id, seq, count, at, created_at: now };
  await trx
    .insertInto('webhook_deliveries')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['webhook_id', 'event'])
        .where(sql<boolean>`state = 'waiting' and seq is null and not sent`)
        .doUpdateSet({ count: sql`webhook_deliveries.count + excluded.count`, at }),
    )
    .execute();
}

/** Whoever sends is woken, unless the webhook rests because it fails. */
async function ask(
  trx: Trx,
  id: string,
  { now, at }: { readonly now: number; readonly at: number },
): Promise<void> {
  const { rows } = await sql<{ id: string; asked: number; due_at: number }>`
    update webhooks set asked = asked + 1,
      due_at = case when failing_since is not null then due_at
        when due_at <= ${now}::bigint then ${at}::bigint
        else least(due_at, ${at}::bigint) end
    where id = ${id} returning id, asked, due_at
  `.execute(trx);
  for (const row of rows) await wakeAt(trx, row);
}
