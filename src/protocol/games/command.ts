import type { ServerActionName } from '../enumerations.ts';
import type { ServerPermission } from '../permissions.ts';
import { type ConsoleKind } from './games.ts';

/**
 * What stands in a place of a command. `player`: as the game names them, a number of the list or a SteamID64;
 * `banned`: a GUID, an address or a SteamID64; `receiver`: -1 for everybody, or a player; `command`: another command.
 */
export type Place =
  | 'player'
  | 'banned'
  | 'ban-number'
  | 'receiver'
  | 'text'
  | 'reason'
  | 'name'
  | 'minutes'
  | 'seconds'
  | 'expiry'
  | 'number'
  | 'value'
  | 'mission'
  | 'item'
  | 'password'
  | 'command';

/** A parameter, in its order; with `?` it may be left out. */
export type CommandParameter = Place | `${Place}?`;

/** What a command does; the portal has a line for each. */
export type CommandDeed =
  | 'add-ban'
  | 'backup'
  | 'ban'
  | 'ban-list'
  | 'ban-temporarily'
  | 'clear-entities'
  | 'commands'
  | 'config-read'
  | 'config-write'
  | 'debug'
  | 'execute'
  | 'figures'
  | 'filters'
  | 'find'
  | 'game-admin-add'
  | 'game-admin-remove'
  | 'game-admins'
  | 'heal'
  | 'history'
  | 'item'
  | 'kick'
  | 'kick-all'
  | 'kill'
  | 'load-bans'
  | 'lock'
  | 'log-in'
  | 'log-out'
  | 'max-ping'
  | 'message'
  | 'mission'
  | 'mission-choice'
  | 'mission-restart'
  | 'missions'
  | 'monitor'
  | 'mute'
  | 'password'
  | 'players'
  | 'rcon-admins'
  | 'rcon-setting'
  | 'reassign'
  | 'reload-config'
  | 'remove-ban'
  | 'restart'
  | 'restart-after-mission'
  | 'restart-countdown'
  | 'save'
  | 'save-bans'
  | 'setting'
  | 'shutdown'
  | 'shutdown-after-mission'
  | 'teams'
  | 'teleport'
  | 'unban'
  | 'unlock'
  | 'unmute'
  | 'version'
  | 'world';

/** One command of a game's console. */
export interface KnownCommand {
  /** As it is written; games read it in any case. */
  readonly name: string;
  readonly parameters: readonly CommandParameter[];
  readonly does: CommandDeed;
  /** What it needs beside the console; all of it, where `byArgument` does not say otherwise. */
  readonly needs: readonly ServerPermission[];
  /**
   * What its arguments leave of that. `receiver`: -1 is everybody, a number one player; `minutes`, `expiry`: a
   * ban that ends, or one for good; `value`: without one it asks, and needs nothing more.
   */
  readonly byArgument?: 'receiver' | 'minutes' | 'expiry' | 'value';
  /** It takes something from people, or cannot be taken back: it is asked about before it is sent. */
  readonly dangerous?: true;
  /** The action whose button does the same: it is asked about in the same words. */
  readonly as?: ServerActionName;
  /** Only these consoles have it; without it every one of its protocol. */
  readonly only?: readonly ConsoleKind[];
  /** Its arguments are a command that it runs. */
  readonly runs?: true;
  /** What follows its name is a secret. */
  readonly secret?: true;
}
