import type { WorkerName, World } from '../../worker/contract.ts';
import { apiOrigin } from './api-origin.ts';

/** The rounds that only this page knows of: the browser could not keep them. */
const unkept = new Map<World, number>();

const roundKey = (world: World): string => `muster-worker-round-${world}`;

function round(world: World): number {
  const kept = Number(localStorage.getItem(roundKey(world)));
  return Math.max(Number.isSafeInteger(kept) ? kept : 0, unkept.get(world) ?? 0);
}

/**
 * What this browser's pages call their worker: those that name the same share it. After one that hung
 * they call the next otherwise, or they would join the one that hangs.
 */
export function workerName(world: World): WorkerName {
  const past = round(world);
  return `${world} ${apiOrigin()}${past === 0 ? '' : ` ${past}`}`;
}

/**
 * The worker of this name hangs: all pages name another from now on, and the same one. Where the browser
 * can keep nothing, each page finds out by itself, and names the same one too.
 */
export function giveUpWorker(world: World, name: WorkerName): void {
  if (workerName(world) !== name) return;
  const next = round(world) + 1;
  try {
    localStorage.setItem(roundKey(world), String(next));
  } catch (error) {
    unkept.set(world, next);
    reportError(error);
  }
}
