/**
 * What people ask of a Rust server, as commands. Players are kicked by their SteamID, which no slot number
 * can blur; the list is read again at that moment all the same, to say that they are gone.
 */
import { failed, oneLine, resultOf } from '../command-result.ts';
import type { CommandResult, GameCommand, SeenPlayer } from '../contract.ts';
import type { PlayerList } from './payloads.ts';
import type { Answer, RequestOptions } from './requests.ts';

/** What an action works with. Deadlines are in ms of the clock's `elapsed`. */
export interface ActionTools {
  /** The command that restarts the server. */
  readonly restart: string;
  readonly deadline: number;
  connected(): boolean;
  /** Sends a command that shows in the console. */
  send(text: string, options: RequestOptions): Promise<Answer>;
  readPlayers(deadline: number): Promise<PlayerList | null>;
  findPlayer(key: string): SeenPlayer | null;
  /** Whether a list has shown this player: before, the map is loading. */
  isListed(steamId: string): boolean;
  /** Whether the server has said this in the chat since the action began. */
  heard(text: string): boolean;
}

/** Asked twice, these do the same as asked once. */
const REPEATABLE = /^(?:global\.)?(?:playerlist|serverinfo|status|banlistex|bans|players|users)$/i;
const GONE = 'The player has left the server.';

/** Does what is asked; settles by the deadline and never rejects. */
export async function runAction(command: GameCommand, tools: ActionTools): Promise<CommandResult> {
  const { action } = command;
  if (action === 'MESSAGE_PRIVATE') {
    return failed('unsupported', 'Rust has no private messages over its remote control.');
  }
  if (action === 'SERVER_LOCK' || action === 'SERVER_UNLOCK') {
    return failed('unsupported', 'Rust servers cannot be locked over their remote control.');
  }
  if (!tools.connected()) return failed('not-connected', 'There is no RCon session.');
  switch (action) {
    case 'RAW':
      return raw(oneLine(command.command), tools);
    case 'MESSAGE_PUBLIC':
      return say(oneLine(command.text), tools);
    case 'SERVER_RESTART':
      return restart(tools);
    case 'SERVER_KICK':
      return kick(command.playerKey, oneLine(command.reason), tools);
  }
}

async function raw(text: string, tools: ActionTools): Promise<CommandResult> {
  if (text === '') return failed('unsupported', 'An empty command does nothing.');
  const answer = await send(text, tools);
  if (answer.ok || answer.kind === 'closed') return resultOf(answer);
  const detail =
    'The server printed nothing: it does not know the command, or the command prints nothing.';
  return failed('no-answer', detail);
}

async function say(text: string, tools: ActionTools): Promise<CommandResult> {
  const answer = await send(`say ${text}`, tools);
  // The answer may be lost and the message told all the same; sending it again could double it.
  return !answer.ok && tools.heard(text) ? { ok: true, answer: '' } : resultOf(answer);
}

/**
 * `quit` saves, throws everybody out and ends the process, which its keeper starts again: that is what is
 * known from recordings. `restart` counts down and then does the same; it can be sent as a command.
 */
async function restart(tools: ActionTools): Promise<CommandResult> {
  const answer = await send(tools.restart, tools);
  // A server that goes down may take its answer with it.
  return !answer.ok && answer.kind === 'closed' ? { ok: true, answer: '' } : resultOf(answer);
}

async function kick(key: string, reason: string, tools: ActionTools): Promise<CommandResult> {
  const steamId = tools.findPlayer(key)?.steamId ?? null;
  if (steamId === null) return failed('player-gone', GONE);
  const list = await tools.readPlayers(tools.deadline);
  if (list === null) return failed('no-answer', 'The player list could not be read.');
  if (tools.findPlayer(key) === null || (tools.isListed(steamId) && isGone(steamId, list))) {
    return failed('player-gone', GONE);
  }
  const words = reason === '' ? '' : ` "${reason.replaceAll('"', "'")}"`;
  const answer = await send(`kick ${steamId}${words}`, tools);
  if (answer.ok && /^Player not found/i.test(answer.text)) return failed('player-gone', GONE);
  if (answer.ok || answer.kind === 'closed') return resultOf(answer);
  const after = await tools.readPlayers(tools.deadline);
  const done = after !== null && tools.isListed(steamId) && isGone(steamId, after);
  return done || tools.findPlayer(key) === null ? { ok: true, answer: '' } : resultOf(answer);
}

function isGone(steamId: string, list: PlayerList): boolean {
  return list.dropped === 0 && !list.rows.some((row) => row.steamId === steamId);
}

function send(text: string, tools: ActionTools): Promise<Answer> {
  return tools.send(text, { repeat: REPEATABLE.test(text), deadline: tools.deadline });
}
