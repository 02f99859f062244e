/** From the lines of DayZ's engine log to what they tell: who is who, and whom the game kicked. */
import { kickReason } from '../battleye/messages.ts';
import type { RptEntry } from './dayz-rpt.ts';
import type { LogStatement } from './log-event.ts';

/** BattlEye's own kicks carry this code. */
const BATTLEYE_KICK = 240;
/**
 * The engine's codes of those who were let go rather than kicked (`EClientKicked` of its scripts): nothing
 * was wrong, the server went down in either way, they logged out, closed the game, pressed 'Leave'.
 */
const NO_KICKS: ReadonlySet<number> = new Set([0, 1, 5, 11, 20, 21]);
/** Connections that are remembered by their number: the engine forgets names before it kicks. */
const MAX_CONNECTIONS = 500;

export class RptEvents {
  readonly #names = new Map<string, string>();

  read(entry: RptEntry): readonly LogStatement[] {
    switch (entry.kind) {
      case 'queued':
        this.#know(entry.connection, entry.name);
        return [];
      case 'log-in': {
        this.#know(entry.connection, entry.name);
        const { name, id } = entry;
        if (id === null) return [];
        return [{ kind: 'seen', person: { name, bohemiaId: id, steamId: null }, position: null }];
      }
      case 'steam': {
        const { name, steamId } = entry;
        return [{ kind: 'seen', person: { name, bohemiaId: null, steamId }, position: null }];
      }
      case 'kicked': {
        if (NO_KICKS.has(entry.code)) return [];
        const known = this.#names.get(entry.connection) ?? entry.name;
        const person = { name: known, bohemiaId: null, steamId: null };
        if (entry.code === BATTLEYE_KICK) {
          return [{ kind: 'kick', person, ...kickReason(entry.reason) }];
        }
        return [{ kind: 'kick', person, by: 'game', reason: entry.reason }];
      }
      default:
        return [];
    }
  }

  #know(connection: string, name: string): void {
    this.#names.delete(connection);
    this.#names.set(connection, name);
    const [oldest] = this.#names.keys();
    if (this.#names.size > MAX_CONNECTIONS && oldest !== undefined) this.#names.delete(oldest);
  }
}
