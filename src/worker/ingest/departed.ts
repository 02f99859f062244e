import type { Change } from '../../domain/change.ts';
import type { DomainEvent } from '../../domain/event.ts';
import type { Rows } from '../../domain/state.ts';
import type { Frame } from '../../protocol/frames.ts';

/** So many are remembered who left: what tells of them comes soon after. */
const REMEMBERED = 2_000;

/**
 * Play sessions that have ended. What tells who they were travels apart from what tells that they left, and may
 * come after it: then it is not kept.
 */
export class Departed {
  readonly #rows: Rows;
  readonly #ids = new Set<string>();

  constructor(rows: Rows) {
    this.#rows = rows;
  }

  /** Players of servers that are still there have left; those of others may be seen again with their server. */
  changed(changes: readonly Change[]): void {
    for (const { table, id, before, after } of changes) {
      if (table !== 'players') continue;
      if (after !== undefined) this.#ids.delete(id);
      else if (this.#rows.servers.has(before?.server_id ?? '')) this.#ids.add(id);
    }
    for (const id of this.#ids) {
      if (this.#ids.size <= REMEMBERED) return;
      this.#ids.delete(id);
    }
  }

  /** An answer without those who have left. */
  without(event: DomainEvent): DomainEvent {
    if (event.source !== 'rest' || event.event !== 'personal') return event;
    const entries = event.data.entries.filter(({ player }) => !this.#ids.has(player));
    return { ...event, data: { ...event.data, entries } };
  }

  /** A frame that says nothing of who somebody was that has left. */
  hushed(frame: Frame): Frame {
    if (frame.event !== 'server:feed' || frame.data.entry.kind !== 'personal') return frame;
    const { kind, player } = frame.data.entry;
    if (!this.#ids.has(player)) return frame;
    const entry = {
      kind,
      player,
      ip: null,
      guid: null,
      steam_id: null,
      bohemia_id: null,
      position: null,
    };
    return { ...frame, data: { ...frame.data, entry } };
  }
}
