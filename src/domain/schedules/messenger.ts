/** When a server says a message by itself, and what. */
import type { RowOf } from '../../protocol/resources/registry.ts';
import { SCHEDULE_LIMIT } from '../../protocol/schedules/limits.ts';
import { IN_BRACES, type VariableName } from '../../protocol/schedules/variables.ts';

type Message = RowOf<'messages'>;

/** Somebody who is on the server. */
export interface Present {
  readonly id: string;
  readonly name: string;
  readonly joined_at: number;
}

/** A message that is to be said. */
export interface Saying {
  readonly message: Message;
  /** null: to everybody. */
  readonly player: Present | null;
  readonly at: number;
}

/** What is to be said after `from` and until `to`, that included: each message once, as it was due last. */
export function sayingsBetween(
  messages: readonly Message[],
  players: readonly Present[],
  from: number,
  to: number,
): readonly Saying[] {
  const sayings = messages
    .filter(({ enabled }) => enabled)
    .flatMap((message): Saying[] => {
      if (message.mode === 'public') {
        return [{ message, player: null, at: lastOf(message, 0, to) }];
      }
      return players.map((player) => {
        const at = lastOf(message, player.joined_at, to);
        return { message, player, at };
      });
    });
  return sayings
    .filter(({ at, message }) => at > from && at <= to && at >= message.changed)
    .toSorted((a, b) => a.at - b.at || (a.message.id < b.message.id ? -1 : 1));
}

/** When something is said next after a moment; null: nothing, as long as nobody comes. */
export function nextSayingAt(
  messages: readonly Message[],
  players: readonly Present[],
  after: number,
): number | null {
  const moments = messages
    .filter(({ enabled }) => enabled)
    .flatMap((message) =>
      message.mode === 'public'
        ? [nextOf(message, 0, after)]
        : players.map(({ joined_at }) => nextOf(message, joined_at, after)),
    )
    .filter((moment) => moment !== null);
  return moments.length === 0 ? null : Math.min(...moments);
}

/** The last time until a moment that it was due, counted from another; before it was due at all, the first. */
function lastOf({ interval, offset }: Message, start: number, until: number): number {
  const first = start + offset * 1_000;
  if (interval === null || until <= first) return first;
  const every = interval * 1_000;
  return first + Math.floor((until - first) / every) * every;
}

function nextOf(message: Message, start: number, after: number): number | null {
  const last = lastOf(message, start, after);
  if (last > after) return last;
  return message.interval === null ? null : last + message.interval * 1_000;
}

/** What is known of each variable at the moment of saying; null: nothing. */
export type Known = Readonly<Record<VariableName, string | null>>;

/** A text with what stands in braces told; what is not known is '?'. As long as a game may be told at once. */
export function fill(text: string, known: Known): string {
  const told: Readonly<Record<string, string | null>> = known;
  return cut(text.replace(IN_BRACES, (_, name: string) => told[name] ?? '?'));
}

/** What stands in a text for whoever reads it, as long as it is to nobody yet. */
export const PLAYER = '{player}';

/** A text of which all but the reader's name is told. */
export function fillPlayer(text: string, name: string): string {
  return cut(text.replaceAll(PLAYER, () => name));
}

function cut(text: string): string {
  return Array.from(text).slice(0, SCHEDULE_LIMIT.text).join('');
}
