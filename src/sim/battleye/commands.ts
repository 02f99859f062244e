import type { BattleyeWords } from '../games.ts';
import { gameCommand } from './game-commands.ts';
import { adminSaysMessage } from './messages.ts';
import { adminsTable, bansTable, playersTable } from './tables.ts';
import type { CommandContext, CommandHandler } from './handler.ts';

/** BattlEye's words for a command that it does not know. */
export const UNKNOWN_COMMAND = 'Unknown command';

/** Runs a command as the server of this game would and returns its answer's text. */
export function runCommand(text: string, context: CommandContext): string {
  const [, name = '', args = ''] = /^(\S*)\s*([\s\S]*)$/.exec(text) ?? [];
  if (name.startsWith('#')) return gameCommand(name, args, context);
  const handler = COMMANDS.get(name.toLowerCase());
  return handler === undefined ? UNKNOWN_COMMAND : handler(args, context);
}

const nothing: CommandHandler = () => '';

const COMMANDS: ReadonlyMap<string, CommandHandler> = new Map<string, CommandHandler>([
  ['players', (_, { world }) => playersTable(world.roster(), world.now(), world.oddLists)],
  ['bans', (_, { world }) => bansTable(world.bans.guids, world.bans.addresses, world.now())],
  ['admins', (_, context) => adminsTable(context.admins())],
  ['missions', (_, { world }) => ['Missions on server:', ...world.facts.missions].join('\n')],
  ['version', () => '1.217'],
  ['commands', (_, { world }) => commandList(world.facts.battleye)],
  ['say', say],
  ['kick', kick],
  ['ban', ban],
  ['addban', addBan],
  ['removeban', (args, { world }) => done(world.bans.remove(numberOrNone(args)))],
  ['writebans', (_, { world }) => done(world.bans.write())],
  ['loadbans', (_, { world }) => done(world.bans.load())],
  ['loadscripts', nothing],
  ['loadevents', nothing],
  ['maxping', nothing],
]);

const NAMES = [
  'players',
  'bans',
  'admins',
  'missions',
  'version',
  'commands',
  'say',
  'kick',
  'ban',
  'addBan',
  'removeBan',
  'writeBans',
  'loadBans',
  'loadScripts',
  'loadEvents',
];

function commandList({ alsoLists }: BattleyeWords): string {
  return ['List of commands:', ...[...NAMES, ...alsoLists].toSorted()].join('\n');
}

/** Most commands answer with an empty text, whether they found something to do or not. */
function done(_result: unknown): string {
  return '';
}

function numberOrNone(text: string): number {
  return /^\d+$/.test(text.trim()) ? Number(text) : -1;
}

function say(args: string, context: CommandContext): string {
  const [, target = '', text = ''] = /^(-?\d+)\s?([\s\S]*)$/.exec(args) ?? [];
  if (target === '-1') {
    context.broadcast(adminSaysMessage(context.admin.number, undefined, text));
    return '';
  }
  const player = context.world.roster().find(({ slot }) => String(slot) === target);
  if (player !== undefined) {
    context.broadcast(adminSaysMessage(context.admin.number, player.name, text));
  }
  return '';
}

function kick(args: string, { world }: CommandContext): string {
  const [, slot = '', reason = ''] = /^(\d+)\s*([\s\S]*)$/.exec(args) ?? [];
  if (slot === '') return '';
  return done(world.kickByBattleye(Number(slot), kickReason(world.facts.battleye, reason)));
}

function kickReason({ emptyBrackets }: BattleyeWords, reason: string): string {
  return reason !== '' || emptyBrackets ? `Admin Kick (${reason})` : 'Admin Kick';
}

function ban(args: string, { world }: CommandContext): string {
  const [, slot = '', minutes = '0', reason = ''] =
    /^(\d+)(?:\s+(\d+))?\s*([\s\S]*)$/.exec(args) ?? [];
  const player = world.roster().find((candidate) => String(candidate.slot) === slot);
  if (player?.guid === undefined || player.phase === 'connecting') return '';
  world.bans.add(player.guid, Number(minutes), reason, world.now());
  return done(world.kickByBattleye(player.slot, `Admin Ban (${reason})`));
}

function addBan(args: string, { world }: CommandContext): string {
  const [, target = '', minutes = '0', reason = ''] =
    /^([0-9a-f]{32}|\d+\.\d+\.\d+\.\d+)(?:\s+(\d+))?\s*([\s\S]*)$/.exec(args) ?? [];
  if (target !== '') world.bans.add(target, Number(minutes), reason, world.now());
  return '';
}
