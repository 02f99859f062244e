/** The commands of each game's console: how they are written, what they do, and what somebody must be allowed to send them. */
import type { GameName } from '../enumerations.ts';
import { BATTLEYE_COMMANDS } from './battleye-commands.ts';
import { GAMES } from './games.ts';
import { RUST_COMMANDS } from './rust-commands.ts';
import type { KnownCommand } from './command.ts';

/** Every command that is known of a game's remote control, whether this very game has it or not. */
export function commandTable(game: GameName): readonly KnownCommand[] {
  switch (GAMES[game].control) {
    case 'battleye':
      return BATTLEYE_COMMANDS;
    case 'webrcon':
      return RUST_COMMANDS;
    case 'none':
      return [];
  }
}

/** The commands that a game has, in the order in which they are offered. */
export function commandsOf(game: GameName): readonly KnownCommand[] {
  return commandTable(game).filter(({ only }) => only?.includes(GAMES[game].console) ?? true);
}
