/** From the lines of ArmA's console to what they tell. */
import type { ConsoleEntry } from './arma-console.ts';
import { kickReason } from '../battleye/messages.ts';
import type { LogPerson, LogStatement } from './log-event.ts';

/** Names that are remembered from before they connect. */
const MAX_AWAITED = 500;

export class ConsoleEvents {
  /** Who was heard of and did not begin to connect: their going is nobody's leave. */
  readonly #awaited = new Set<string>();

  read(entry: ConsoleEntry): readonly LogStatement[] {
    switch (entry.kind) {
      case 'modified-data':
        if (this.#awaited.size < MAX_AWAITED) this.#awaited.add(entry.name);
        return [];
      case 'connecting':
        this.#awaited.delete(entry.name);
        return [{ kind: 'join', person: named(entry.name) }];
      case 'connected':
        if (entry.steamId === null) return [];
        return [{ kind: 'seen', person: named(entry.name, entry.steamId), position: null }];
      case 'disconnected':
        if (this.#awaited.delete(entry.name)) return [];
        return [{ kind: 'leave', person: named(entry.name) }];
      case 'kicked': {
        const { name, steamId, reason } = entry;
        return [{ kind: 'kick', person: named(name, steamId), by: 'game', reason }];
      }
      case 'kicked-by-battleye':
        return [{ kind: 'kick', person: named(entry.name), ...kickReason(entry.reason) }];
      case 'battleye': {
        const { message } = entry;
        if (message.kind !== 'chat') return [];
        const { name, channel, text } = message;
        return [{ kind: 'chat', person: named(name), channel, text }];
      }
      default:
        return [];
    }
  }
}

function named(name: string, steamId: string | null = null): LogPerson {
  return { name, bohemiaId: null, steamId };
}
