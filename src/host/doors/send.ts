import { doorText } from '../../domain/doors/text.ts';
import type { Decision } from '../../domain/doors/decide.ts';
import { cut } from '../../domain/resources/keys.ts';
import type { CommandResult } from '../connectors/contract.ts';
import type { OpenSession } from '../players/play-session.ts';
import { consoleText } from '../realtime/console-text.ts';
import type { ServerRuntime } from '../servers/server-runtime.ts';
import { isSame } from './case.ts';

export type KeptOut = Exclude<Decision, { verdict: 'let-in' }>;

/** What became of a kick or a message. */
export type Outcome = 'done' | 'no-answer' | 'failed';

/** What went to the game and what it answered, as whoever reads the console sees it. */
export interface Exchange {
  /** null: nothing was sent. */
  readonly command: string | null;
  /** null: it answered nothing. */
  readonly answer: string | null;
}

/** What became of it. */
export interface Sent {
  /** null: they are somebody else by now, or the server is away. */
  readonly outcome: Outcome | 'left' | null;
  readonly exchange: Exchange;
}

const NOTHING: Exchange = { command: null, answer: null };
export const NOT_SENT: Sent = { outcome: null, exchange: NOTHING };

/** So much of a command, and of an answer, is kept. */
const KEPT = 500;

/** Sends a decision to whoever has this stay, which is read again: they may have left, or be known as somebody else. */
export async function sendDecision(
  runtime: ServerRuntime,
  stay: OpenSession,
  { verdict, because }: KeptOut,
): Promise<Sent> {
  const playerKey = runtime.playerKey(stay.id);
  const now = runtime.playerOf(stay.id);
  if (playerKey === null || now === null) return { outcome: 'left', exchange: NOTHING };
  if (!isSame(now, stay)) return NOT_SENT;
  const text = doorText(verdict, because);
  let command: string | null = null;
  const result = await runtime.run(
    verdict === 'warn'
      ? { action: 'MESSAGE_PRIVATE', playerKey, text }
      : { action: 'SERVER_KICK', playerKey, reason: text },
    null,
    (sent) => {
      command = kept(sent);
    },
  );
  const answer = result.ok ? kept(result.answer) : null;
  return { outcome: outcomeOf(result), exchange: { command, answer } };
}

function outcomeOf(result: CommandResult): Sent['outcome'] {
  if (result.ok) return 'done';
  if (result.kind === 'player-gone') return 'left';
  if (result.kind === 'not-connected') return null;
  return result.kind === 'no-answer' ? 'no-answer' : 'failed';
}

function kept(text: string): string | null {
  const shown = cut(consoleText(text).trim(), KEPT);
  return shown === '' ? null : shown;
}
