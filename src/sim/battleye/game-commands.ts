import type { CommandContext, CommandHandler } from './handler.ts';

/** The answer to a command that begins with `#`, which BattlEye hands on to the game. */
export function gameCommand(name: string, args: string, context: CommandContext): string {
  const { gameCommands } = context.world.facts.battleye;
  const known = gameCommands.find((command) => command === name.toLowerCase());
  const handler = known === undefined ? undefined : COMMANDS.get(known);
  return handler === undefined ? 'Unknown command' : handler(args, context);
}

const nothing: CommandHandler = () => '';
const shutdown: CommandHandler = (_, { restartProcess }) => {
  restartProcess();
  return '';
};
const newMission: CommandHandler = (_, { world }) => {
  world.restartMission();
  return '';
};
const kick: CommandHandler = (args, { world }) => {
  const id = playerId(args, world.roster());
  if (id !== undefined) world.leave(id);
  return '';
};
const execute: CommandHandler = (args, { world }) => {
  const [, verb = '', target = ''] = /^(kick|ban)\s+(.+)$/.exec(args) ?? [];
  const roster = world.roster();
  const player = roster.find(({ id }) => id === playerId(target, roster));
  if (player === undefined) return '';
  if (verb === 'ban') world.banByGame(player.slot);
  else world.leave(player.id);
  return '';
};

const COMMANDS: ReadonlyMap<string, CommandHandler> = new Map<string, CommandHandler>([
  [
    '#lock',
    (_, { world }) => {
      world.lock();
      return '';
    },
  ],
  [
    '#unlock',
    (_, { world }) => {
      world.unlock();
      return '';
    },
  ],
  ['#shutdown', shutdown],
  ['#kick', kick],
  ['#restart', newMission],
  ['#reassign', newMission],
  ['#missions', newMission],
  ['#mission', newMission],
  ['#init', nothing],
  ['#exec', execute],
  ['#monitor', nothing],
  ['#debug', nothing],
  ['#userlist', nothing],
  ['#restartserver', shutdown],
  ['#restartserveraftermission', nothing],
  ['#shutdownaftermission', nothing],
]);

interface Numbered {
  readonly id: number;
  readonly slot: number;
  readonly name: string;
}

/** ArmA's commands take a number or a name; a number that nobody has, such as -1, finds nobody. */
function playerId(text: string, roster: readonly Numbered[]): number | undefined {
  const wanted = text.trim().replace(/^"(.*)"$/, '$1');
  return roster.find(({ slot, name }) => String(slot) === wanted || name === wanted)?.id;
}
