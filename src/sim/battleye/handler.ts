import type { GameWorld } from '../world/game-world.ts';
import type { Admin } from './rcon-server.ts';

/** What a command may look at and change. */
export interface CommandContext {
  readonly world: GameWorld;
  readonly admin: Admin;
  readonly admins: () => readonly Admin[];
  readonly broadcast: (text: string) => void;
  /** Ends the server's process once the answer is out; it comes back by itself. */
  readonly restartProcess: () => void;
}

/** Runs one command with what follows its name, and returns the answer's text. */
export type CommandHandler = (args: string, context: CommandContext) => string;
