import type { HistoryEntry } from '../../protocol/history/calls.ts';

export interface Person {
  readonly id: string;
  readonly name: string;
}

/** Whom an entry is about, or who did it where it is about nobody; null where nobody is known. */
export function personOf(told: HistoryEntry): Person | null {
  if (told.of === 'audit') {
    const { actor_id: id, actor_name: name } = told.entry;
    return id === null ? null : { id, name };
  }
  if (told.of === 'console' && told.whom !== undefined && told.whom.muster_id !== null) {
    return { id: told.whom.muster_id, name: told.whom.name };
  }
  const { entry } = told;
  if ('player' in entry && entry.player !== null && entry.player.muster_id !== null) {
    return { id: entry.player.muster_id, name: entry.player.name };
  }
  if ('actor' in entry && entry.actor !== null) {
    return { id: entry.actor.muster_id, name: entry.actor.display_name };
  }
  return null;
}
