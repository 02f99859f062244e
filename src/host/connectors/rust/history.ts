/** What the console and the chat have told, and what their histories show of a time when nobody listened. */
import { LIMITS } from '../limits.ts';
import type { ChatMessage, TailLine } from './payloads.ts';
import { findGap, isSameLine, Deduplicator, type ToldLine } from './tail.ts';

/** How many lines of the console are asked for at first, and at most. */
export const TAIL_LINES = 256;
/** And how many messages of the chat. */
export const CHAT_TAIL = 512;
/** By how much less is asked for where the lines were too long. */
const FEWER = 4;
const LINES_KEPT = 512;
const CHAT_KEPT = 1_024;

/** What was missed; lines and messages oldest first. */
export interface MissedHistory {
  readonly lines: readonly TailLine[];
  readonly chat: readonly ChatMessage[];
}

export class History {
  #before: readonly ToldLine[] = [];
  #since: ToldLine[] = [];
  #chat = new Deduplicator(CHAT_KEPT);
  /** A history has been read: what it lacks of the next one was missed. */
  #known = false;
  #asked = TAIL_LINES;

  /** How many lines of the console are to be asked for. */
  get asked(): number {
    return this.#asked;
  }

  /** So many lines were longer than a message may be. Each reading that comes to its end asks for more again. */
  askForFewer(): void {
    this.#asked = Math.floor(this.#asked / FEWER);
  }

  line(text: string): void {
    // Answers to commands may be lists of hundreds of kilobytes; lines of the console are none.
    if (text.length > LIMITS.line) return;
    this.#since.push({ text, time: null });
    if (this.#since.length > 2 * LINES_KEPT) this.#since = this.#since.slice(-LINES_KEPT);
  }

  chat(message: ChatMessage): void {
    this.#chat.add(chatKey(message));
  }

  /** A gap begins: what is heard from here on is behind it. */
  gap(): void {
    this.#before = [...this.#before, ...this.#since].slice(-LINES_KEPT);
    this.#since = [];
  }

  /** Whether a history that is not full lacks everything that was told: it is another process's. */
  isForgotten(lines: readonly TailLine[]): boolean {
    if (this.#before.length === 0 || lines.length >= this.#asked) return false;
    return !this.#before.some((told) => lines.some((line) => isSameLine(told, line)));
  }

  /** Whether histories, null where none came, go back to what was told before the gap. */
  reaches(lines: readonly TailLine[] | null, chat: readonly ChatMessage[] | null): boolean {
    if (lines === null || chat === null) return false;
    const linesReach =
      lines.length < this.#asked ||
      lines.some((line) => this.#before.some((told) => isSameLine(told, line)));
    return (
      linesReach &&
      (chat.length < CHAT_TAIL || this.#chat.missing(chat, chatKey).length < chat.length)
    );
  }

  /** The server's process is another: it remembers nothing that was told. */
  restarted(): void {
    this.#before = [];
    this.#chat = new Deduplicator(CHAT_KEPT);
  }

  /** Compares with what the server remembers. The first time nothing is missed: nobody was listening yet. */
  read(lines: readonly TailLine[], chat: readonly ChatMessage[]): MissedHistory {
    const gap = findGap(lines, this.#before, this.#since);
    const missedChat = this.#chat.missing(chat, chatKey);
    for (const message of missedChat) this.chat(message);
    this.#before = gap.told.slice(-LINES_KEPT);
    this.#since = [];
    this.#asked = Math.min(TAIL_LINES, Math.max(1, this.#asked * FEWER));
    const known = this.#known;
    this.#known = true;
    return known ? { lines: gap.missed, chat: missedChat } : { lines: [], chat: [] };
  }
}

function chatKey({ time, steamId, channel, text }: ChatMessage): string {
  return JSON.stringify([time, steamId, channel, text]);
}
