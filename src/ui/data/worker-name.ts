import type { WorkerName, World } from '../../worker/contract.ts';
import { apiOrigin } from './api-origin.ts';

const ROUND_KEY = 'muster-worker-round';

/**
 * What this page calls its worker: pages that name the same share it. A page that gave one up since it
 * hangs calls the next otherwise, or it would join the one that hangs.
 */
export function workerName(world: World): WorkerName {
  const round = sessionStorage.getItem(ROUND_KEY);
  return `${world} ${apiOrigin()}${round === null ? '' : ` ${round}`}`;
}

/** From the next load on this page has a worker of its own. */
export function nameAnotherWorker(): void {
  sessionStorage.setItem(ROUND_KEY, String(Date.now()));
}
