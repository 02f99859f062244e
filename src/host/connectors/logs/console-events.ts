/** From the lines of ArmA's console to what they tell. */
import type { ConsoleEntry } from './arma-console.ts';
import { kickReason } from '../battleye/messages.ts';
import type { LogPerson, LogStatement } from './log-event.ts';

/** Names that are remembered, of those who did not begin to connect and of those who did. */
const MAX_NAMES = 500;

export class ConsoleEvents {
  /** Who was heard of and did not begin to connect: their going is nobody's leave. */
  readonly #awaited = new Set<string>();
  /** Who began to connect: their going is a leave, also while another of the name is awaited. */
  readonly #present = new Set<string>();

  read(entry: ConsoleEntry): readonly LogStatement[] {
    switch (entry.kind) {
      case 'modified-data':
        remember(this.#awaited, entry.name);
        return [];
      case 'connecting':
        if (!this.#awaited.delete(entry.name)) this.#awaited.delete(bareName(entry.name));
        remember(this.#present, entry.name);
        return [{ kind: 'join', person: named(entry.name) }];
      case 'connected':
        if (entry.steamId === null) return [];
        return [{ kind: 'seen', person: named(entry.name, entry.steamId), position: null }];
      case 'disconnected':
        if (!this.#present.delete(entry.name) && this.#awaited.delete(entry.name)) return [];
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

/** Keeps a name; of too many the oldest goes. */
function remember(names: Set<string>, name: string): void {
  names.delete(name);
  names.add(name);
  const [oldest] = names;
  if (names.size > MAX_NAMES && oldest !== undefined) names.delete(oldest);
}

/** The game numbers those who share a name as they begin to connect: 'Ann (2)' was heard of as 'Ann'. */
function bareName(name: string): string {
  return name.replace(/ \(\d{1,3}\)$/, '');
}

function named(name: string, steamId: string | null = null): LogPerson {
  return { name, bohemiaId: null, steamId };
}
