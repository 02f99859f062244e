/** Sends to the webhooks that are due: some at once, and each by one host alone. */
import { sql } from 'kysely';
import { z } from 'zod';
import { hexId } from '../../protocol/fields.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { SEND_WEBHOOK } from './due.ts';
import { failed, sendDelivery, sendVerification, type SendDeps } from './send.ts';
import {
  endDelivery,
  endVerification,
  leaveWebhook,
  nextDelivery,
  takeWebhook,
  type Outcome,
  type Taken,
} from './taken.ts';

/** So many webhooks are sent to at once, and of them so many of lists that one account has, or pays for. */
const AT_ONCE = 16;
const OF_ONE = 4;
/** Whoever waits for a turn here is looked for after so long, ms: this host may be no more by then. */
const LOOKED_FOR = 30_000;
/** One that has more to take is left for others after so long, ms. */
const RUN = 60_000;

const payload = z.object({ webhook_id: hexId });

export class WebhookSends {
  readonly #deps: SendDeps;
  readonly #stopping = new AbortController();
  /** What is being sent, and whose list it is of. */
  readonly #running = new Map<Promise<void>, string>();
  /** Webhooks that wait for a turn, in their order, and whose they are. */
  readonly #waiting = new Map<string, string>();

  constructor(deps: SendDeps) {
    this.#deps = deps;
  }

  /** The job: begins what is due. It does not wait for the end, or a receiver that hangs would hold up all jobs. */
  async look(given: unknown): Promise<void> {
    const { webhook_id: id } = payload.parse(given);
    const { db, clock } = this.#deps;
    const payer = await payerOf(db, id);
    if (payer === null) return;
    if (this.#hasRoom(payer)) {
      await this.#begin(id, payer);
      return;
    }
    this.#waiting.set(id, payer);
    // It waits with one job, however often it was asked for.
    const runAt = (Math.floor(clock() / LOOKED_FOR) + 1) * LOOKED_FOR;
    const key = `${id} waits ${runAt}`;
    await enqueue(db, { kind: SEND_WEBHOOK, key, payload: { webhook_id: id }, runAt });
  }

  #hasRoom(payer: string): boolean {
    const ofOne = [...this.#running.values()].filter((one) => one === payer).length;
    return this.#running.size < AT_ONCE && ofOne < OF_ONE;
  }

  /** Has its turn from now on. Resolves when it is taken, or is not to be; throws where nobody knows. */
  async #begin(id: string, payer: string): Promise<void> {
    this.#waiting.delete(id);
    const taking = takeWebhook(this.#deps, id);
    const running = this.#serve(id, taking).finally(() => {
      this.#running.delete(running);
      this.#letIn();
    });
    this.#running.set(running, payer);
    await taking;
  }

  async #serve(id: string, taking: Promise<Taken | null>): Promise<void> {
    try {
      const taken = await taking;
      if (taken !== null) await this.#run(taken);
    } catch (error) {
      this.#deps.log.error({ err: error, webhook: id }, 'Sending to a webhook could not be ended.');
    }
  }

  /** Whoever waits longest and finds room has the next turn. */
  #letIn(): void {
    if (this.#stopping.signal.aborted) return;
    for (const [id, payer] of this.#waiting) {
      if (!this.#hasRoom(payer)) continue;
      this.#begin(id, payer).catch((error: unknown) => {
        this.#deps.log.warn(
          { err: error, webhook: id },
          'A webhook lost its turn; it is looked for.',
        );
      });
    }
  }

  /** Resolves when nothing is being sent. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running.keys());
  }

  /** Ends what runs; resolves when it has ended. What was being sent is sent again by whoever comes next. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.idle();
  }

  async #run(taken: Taken): Promise<void> {
    const deps = this.#deps;
    const { signal } = this.#stopping;
    const until = deps.clock() + RUN;
    if (taken.status === 'VERIFYING') {
      const outcome = await this.#outcomeOf(taken, () => sendVerification(deps, taken, signal));
      if (signal.aborted) return leaveWebhook(deps, taken);
      if (!(await endVerification(deps, taken, outcome))) return;
      if (taken.flavor === 'DISCORD') return leaveWebhook(deps, taken);
    }
    while (!signal.aborted && deps.clock() < until) {
      const delivery = await nextDelivery(deps.db, taken);
      if (delivery === null) break;
      const outcome = await this.#outcomeOf(taken, () =>
        sendDelivery(deps, taken, delivery, signal),
      );
      if (signal.aborted) break;
      if (!(await endDelivery(deps, taken, delivery, outcome))) return;
      // Discord is asked again by whoever comes next, at its pace.
      if (taken.flavor === 'DISCORD') break;
    }
    await leaveWebhook(deps, taken);
  }

  async #outcomeOf(taken: Taken, send: () => Promise<Outcome>): Promise<Outcome> {
    const { id: webhook, target } = taken;
    try {
      const outcome = await send();
      const { verdict, code } = outcome;
      // What this host cut off itself as it stops says nothing of the receiver.
      if (verdict.kind !== 'delivered' && !this.#stopping.signal.aborted) {
        const said = { webhook, target, cause: verdict.cause, code };
        this.#deps.log.warn(said, 'A webhook did not take what it was sent.');
      }
      return outcome;
    } catch (error) {
      this.#deps.log.error({ err: error, webhook, target }, 'A webhook could not be sent to.');
      return failed({ kind: 'again', cause: 'failed-here' });
    }
  }
}

/** Whose plan a webhook's list is under; null: there is no such webhook any more. */
async function payerOf(db: SendDeps['db'], id: string): Promise<string | null> {
  const { rows } = await sql<{ payer: string }>`
    select coalesce(g.owner, b.owner) as payer
    from webhooks w join ban_lists b on b.id = w.banlist_id left join groups g on g.id = b.owner
    where w.id = ${id}
  `.execute(db);
  return rows[0]?.payer ?? null;
}

/** What webhooks were told is kept for so long, as the log is, ms; and no more than so many of each. */
const KEPT = 7 * 86_400_000;
const KEPT_MOST = 2_000;

/** Forgets deliveries of long ago. What waits stays: of what the log has forgotten by then its history says so. */
export async function pruneDeliveries(db: SendDeps['db'], now: number): Promise<void> {
  await sql`
    delete from webhook_deliveries where created_at < ${now - KEPT}::bigint and state <> 'waiting'
  `.execute(db);
  await sql`
    delete from webhook_deliveries d using (
      select id from (
        select id, row_number() over (partition by webhook_id order by number desc) as place
        from webhook_deliveries where state <> 'waiting'
      ) placed where place > ${KEPT_MOST}
    ) old where d.id = old.id
  `.execute(db);
}
