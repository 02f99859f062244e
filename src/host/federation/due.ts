/** When a list of another installation is asked for: its row says so, and a job wakes a host then. */
import { enqueue } from '../jobs/enqueue.ts';
import type { Trx } from '../store/database.ts';

/** The job that looks whether a list is due. */
export const PULL_LIST = 'pull-list';

/** Wakes a host at a moment. `asked` as it stands in the row: what was asked for since has a job of its own. */
export async function wakeAt(
  trx: Trx,
  { id, asked, due_at }: { readonly id: string; readonly asked: number; readonly due_at: number },
): Promise<void> {
  const key = `${id} ${asked} ${due_at}`;
  await enqueue(trx, { kind: PULL_LIST, key, payload: { remote_id: id }, runAt: due_at });
}
