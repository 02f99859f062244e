/**
 * What people ask of a BattlEye server, as commands. Players are acted on by identity: the list is read
 * again at that moment, and the number of the command is the one that the list shows for this GUID.
 */
import type { CommandResult, GameCommand, SeenPlayer } from '../contract.ts';
import { failed, oneLine, resultOf } from '../command-result.ts';
import type { PlayerRow, PlayersTable } from './answers.ts';
import type { CommandOptions, LinkAnswer } from './link.ts';
import type { RosterEntry } from './roster.ts';

/** What an action works with. Deadlines are in ms of the clock's `elapsed`. */
export interface ActionTools {
  /** The command that restarts the server, or as much of it as its game can. */
  readonly restart: string;
  readonly deadline: number;
  connected(): boolean;
  /** Sends a command that shows in the console. */
  send(text: string, options: CommandOptions): Promise<LinkAnswer>;
  readPlayers(deadline: number): Promise<PlayersTable | null>;
  findPlayer(key: string): RosterEntry | null;
  /** Whether the server has echoed this message of an RCon admin since the action began. */
  heard(text: string, to: string | null): boolean;
}

/** Asked twice, these do the same as asked once. */
const REPEATABLE = /^(?:players|bans|admins|missions|version|commands|#lock|#unlock)$/i;
const UNKNOWN = /^Unknown command\.?$/i;
const GONE = failed('player-gone', 'The player has left the server.');

/** Does what is asked; settles by the deadline and never rejects. */
export async function runAction(command: GameCommand, tools: ActionTools): Promise<CommandResult> {
  if (!tools.connected()) return failed('not-connected', 'There is no RCon session.');
  switch (command.action) {
    case 'RAW':
      return raw(oneLine(command.command), tools);
    case 'MESSAGE_PUBLIC':
      return say(-1, null, oneLine(command.text), tools);
    case 'MESSAGE_PRIVATE':
      return withPlayer(command.playerKey, tools, (row, player) =>
        say(row.slot, player.name, oneLine(command.text), tools),
      );
    case 'SERVER_LOCK':
      return known(await send('#lock', tools));
    case 'SERVER_UNLOCK':
      return known(await send('#unlock', tools));
    case 'SERVER_RESTART':
      return restart(tools);
    case 'SERVER_KICK':
      return kick(command.playerKey, oneLine(command.reason), tools);
  }
}

/** The row of a player in a fresh list: by GUID, or by name and address while there is none. */
export function findRow(
  table: PlayersTable,
  entry: RosterEntry,
): PlayerRow | 'player-gone' | 'ambiguous' {
  const { player } = entry;
  const byGuid = table.rows.filter((row) => row.guid !== null && row.guid === player.guid);
  const byName = table.rows.filter(
    (row) =>
      (row.guid === null || player.guid === null) &&
      row.ip === player.ip &&
      (row.name === player.name || `${row.name} (Lobby)` === player.name),
  );
  const rows = byGuid.length > 0 ? byGuid : byName;
  const [first] = rows;
  if (first === undefined) return 'player-gone';
  if (rows.every((row) => row.slot === first.slot)) return first;
  const inPlace = rows.filter((row) => row.slot === entry.slot && row.port === player.port);
  return inPlace.length === 1 && inPlace[0] !== undefined ? inPlace[0] : 'ambiguous';
}

async function raw(text: string, tools: ActionTools): Promise<CommandResult> {
  if (text === '') return failed('unsupported', 'An empty command does nothing.');
  return resultOf(await send(text, tools));
}

async function say(
  slot: number,
  to: string | null,
  text: string,
  tools: ActionTools,
): Promise<CommandResult> {
  const answer = await send(`say ${slot} ${text}`, tools);
  // The answer may be lost and the message told all the same; sending it again could double it.
  if (!answer.ok && tools.heard(text, to)) return { ok: true, answer: '' };
  return known(answer);
}

async function kick(key: string, reason: string, tools: ActionTools): Promise<CommandResult> {
  const kicked = await withPlayer(key, tools, async (row) =>
    known(await send(`kick ${row.slot} ${reason}`.trimEnd(), tools)),
  );
  if (kicked.ok || kicked.kind !== 'no-answer') return kicked;
  const after = await tools.readPlayers(tools.deadline);
  const entry = tools.findPlayer(key);
  const gone = after !== null && (entry === null || findRow(after, entry) === 'player-gone');
  return gone ? { ok: true, answer: '' } : kicked;
}

async function restart(tools: ActionTools): Promise<CommandResult> {
  const answer = await send(tools.restart, tools);
  // A server that goes down may take its answer with it.
  if (!answer.ok && answer.kind === 'closed') return { ok: true, answer: '' };
  return known(answer);
}

async function withPlayer(
  key: string,
  tools: ActionTools,
  act: (row: PlayerRow, player: SeenPlayer) => Promise<CommandResult>,
): Promise<CommandResult> {
  if (tools.findPlayer(key) === null) return GONE;
  const table = await tools.readPlayers(tools.deadline);
  if (table === null) return failed('no-answer', 'The player list could not be read.');
  // A list can be older than the message that they left, which came first: their number may be somebody else's by now.
  const entry = tools.findPlayer(key);
  if (entry === null) return GONE;
  const row = findRow(table, entry);
  if (row === 'player-gone') return GONE;
  if (row === 'ambiguous') return failed(row, 'Several places on the server fit this player.');
  return act(row, entry.player);
}

function send(text: string, tools: ActionTools): Promise<LinkAnswer> {
  return tools.send(text, { repeat: REPEATABLE.test(text), deadline: tools.deadline });
}

function known(answer: LinkAnswer): CommandResult {
  if (answer.ok && UNKNOWN.test(answer.text.trim())) {
    return failed('unsupported', 'The server does not know this command.');
  }
  return resultOf(answer);
}
