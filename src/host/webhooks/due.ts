/** When something is to be sent to a webhook: its row says so, and a job wakes a host then. */
import { enqueue } from '../jobs/enqueue.ts';
import type { Trx } from '../store/database.ts';

/** The job that sends what waits for a webhook. */
export const SEND_WEBHOOK = 'send-webhook';

/** Wakes a host at a moment. `asked` as it stands in the row: what was put there since has a job of its own. */
export async function wakeAt(
  trx: Trx,
  { id, asked, due_at }: { readonly id: string; readonly asked: number; readonly due_at: number },
): Promise<void> {
  const key = `${id} ${asked} ${due_at}`;
  await enqueue(trx, { kind: SEND_WEBHOOK, key, payload: { webhook_id: id }, runAt: due_at });
}
