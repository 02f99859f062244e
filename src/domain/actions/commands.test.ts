import { describe, expect, it } from 'vitest';
import type { GameName } from '../../protocol/enumerations.ts';
import { commandsOf, commandTable } from '../../protocol/games/commands.ts';
import { GAME_NAMES } from '../../protocol/games/games.ts';
import type { ServerPermission } from '../../protocol/permissions.ts';
import { commandNeeds, commandQuestion, disconnectsAll } from './commands.ts';

const RAW = 'action.console-raw';

/** What a line needs beside the console, without `server.`. */
function needs(game: GameName, text: string): string[] {
  const all = commandNeeds(game, text);
  expect(all).toContain('server.action.console');
  return all
    .filter((permission) => permission !== 'server.action.console')
    .map((permission) => permission.replace('server.', ''));
}

it.each<[GameName, string, ...string[]]>([
  ['DAYZ', 'players'],
  ['DAYZ', 'say -1 hello; quit', 'action.message-public'],
  ['DAYZ', 'say 3 hello', 'action.message-private'],
  ['DAYZ', 'say all hello', 'action.message-private', 'action.message-public'],
  ['DAYZ', 'kick 3 spawn killing', 'action.kick'],
  ['DAYZ', '#shutdown', 'action.shutdown'],
  ['DAYZ', '#lock', 'action.lock'],
  ['DAYZ', 'ban 3', 'bans.add-permanent'],
  ['DAYZ', 'ban 3 0 cheating', 'bans.add-permanent'],
  ['DAYZ', 'ban 3 60 cheating', 'bans.add-temporary'],
  ['DAYZ', 'ban 3 -1 cheating', 'bans.add-permanent'],
  ['DAYZ', 'ban 3 1051200 cheating', 'bans.add-temporary'],
  ['DAYZ', 'ban 3 1051201 cheating', 'bans.add-permanent'],
  ['DAYZ', 'ban 3"7" 60 cheating', 'bans.add-permanent'],
  ['DAYZ', 'removeBan 12', 'bans.remove'],
  ['ARMA3', '#exec ban 3', 'bans.add-permanent'],
  ['ARMA3', '#exec kick 3', 'action.kick'],
  ['ARMA3', '#beserver #exec shutdown', 'action.shutdown'],
  ['ARMA3', '#exec', RAW],
  ['ARMA3', '#exec something', RAW],
  ['ARMA3', 'missions'],
  ['ARMA3', '#missions', 'action.shutdown'],
  ['ARMA2', 'RConPassword secret', 'modify.settings'],
  ['DAYZ', 'gibberish', RAW],
  ['DAYZ', '', RAW],
  ['GENERIC', 'players', RAW],
  ['RUST', 'say hello', 'action.message-public'],
  ['RUST', 'say "hello; quit"', 'action.message-public'],
  ['RUST', 'say hello; quit', 'action.shutdown', 'action.message-public'],
  ['RUST', 'say "hello; quit', 'action.shutdown', 'action.message-public'],
  ['RUST', String.raw`say \"hello; quit\"`, RAW, 'action.shutdown', 'action.message-public'],
  ['RUST', 'global.kick 7656119 no', 'action.kick'],
  ['RUST', 'banid 7656119 "Bob" "cheating"', 'bans.add-permanent'],
  ['RUST', 'banid 7656119 "Bob" "cheating" 3600', 'bans.add-temporary'],
  ['RUST', 'banid 7656119 "Bob" "cheating 3600', 'bans.add-permanent'],
  ['RUST', 'banid 7656119 "Bob" "cheating" 24M', 'bans.add-temporary'],
  ['RUST', 'banid 7656119 "Bob" "cheating" 3Y', 'bans.add-permanent'],
  ['RUST', String.raw`banid 7656119 "n" "r\" 1d"`, 'bans.add-permanent'],
  ['RUST', 'server.hostname'],
  ['RUST', 'server.hostname "New"', 'modify.configuration'],
  ['RUST', 'rcon.password', 'modify.settings'],
  ['RUST', 'oxide.reload Kits', RAW],
  ['RUST', 'o.grant user bob kits.use', RAW],
])('%s: %s needs as much', (game, text, ...permissions) => {
  expect(new Set(needs(game, text))).toEqual(new Set(permissions));
});

describe('what is not plainly written needs both what it may mean and what is not known', () => {
  it.each<[GameName, string, ServerPermission]>([
    ['DAYZ', '#shut', 'server.action.shutdown'],
    ['DAYZ', '/kick 3', 'server.action.kick'],
    ['DAYZ', '##lock', 'server.action.lock'],
    ['DAYZ', '# lock', 'server.action.lock'],
    ['DAYZ', 'kick3', 'server.action.kick'],
    ['DAYZ', 'kick:3', 'server.action.kick'],
    ['DAYZ', '"kick" 3', 'server.action.kick'],
    ['DAYZ', 'ki\u200bck 3', 'server.action.kick'],
    ['DAYZ', '\u2060#shutdown', 'server.action.shutdown'],
    ['DAYZ', 'ｋｉｃｋ 3', 'server.action.kick'],
    ['DAYZ', 'kick\u00a03', 'server.action.kick'],
    ['DAYZ', 'shutdown', 'server.action.shutdown'],
    ['RUST', '/quit', 'server.action.shutdown'],
    ['RUST', 'qui\u0007t', 'server.action.shutdown'],
  ])('%s: %j', (game, text, permission) => {
    expect(commandNeeds(game, text)).toContain(permission);
    expect(commandNeeds(game, text)).toContain('server.action.console-raw');
  });

  it.each(['\r', '\n', '\v', '\f', '\u0085', '\u2028', '\u2029', '\0'])(
    'a command behind %j is one of its own',
    (end) => {
      expect(commandNeeds('DAYZ', `players${end}#shutdown`)).toContain('server.action.shutdown');
    },
  );
});

it.each<[GameName, string, ReturnType<typeof commandQuestion>]>([
  ['DAYZ', 'players', null],
  ['DAYZ', 'say -1 no kicks today', null],
  ['DAYZ', '', null],
  ['DAYZ', '#shutdown', { kind: 'action', action: 'SERVER_RESTART' }],
  ['ARMA3', '#restartserver', { kind: 'action', action: 'SERVER_RESTART' }],
  ['ARMA3', '#shutdown', { kind: 'command' }],
  ['ARMA2', ' #RESTART', { kind: 'action', action: 'SERVER_RESTART' }],
  ['RUST', 'global.quit', { kind: 'action', action: 'SERVER_RESTART' }],
  ['DAYZ', '#unlock', { kind: 'action', action: 'SERVER_UNLOCK' }],
  ['DAYZ', 'kick 3 no', { kind: 'action', action: 'SERVER_KICK' }],
  ['DAYZ', 'ban 3', { kind: 'command' }],
  ['DAYZ', '/kick 3', { kind: 'command' }],
  ['ARMA3', '#exec ban 4', { kind: 'command' }],
  ['RUST', 'say hi; quit', { kind: 'command' }],
  ['RUST', 'server.pve', null],
  ['RUST', 'server.pve true', { kind: 'command' }],
])('%s: %s is asked about as its button', (game, text, question) => {
  expect(commandQuestion(game, text)).toEqual(question);
});

it.each<[GameName, string, boolean]>([
  ['DAYZ', '#shutdown', true],
  ['ARMA3', '#shutdown', true],
  ['ARMA2', '#restart', true],
  ['ARMA3', '#restart', false],
  ['RUST', 'kickall', true],
  ['RUST', 'restart 60', true],
  ['RUST', 'say hi; quit', true],
  ['DAYZ', '#lock', false],
  ['DAYZ', 'kick 3', false],
  ['DAYZ', 'say -1 shutdown soon', false],
])('%s: %s disconnects everybody: %s', (game, text, all) => {
  expect(disconnectsAll(game, text)).toBe(all);
});

describe.each(GAME_NAMES)('the commands of %s', (game) => {
  const names = commandTable(game).map(({ name }) => name.toLowerCase());

  it('stand there once', () => expect(new Set(names).size).toBe(names.length));

  it('say first what must be said', () => {
    for (const { parameters } of commandsOf(game)) {
      const optional = parameters.map((one) => one.endsWith('?'));
      expect(optional).toEqual(optional.toSorted((a, b) => Number(a) - Number(b)));
    }
  });
});
