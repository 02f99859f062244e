import { expect, test } from 'vitest';
import type { SimGame } from '../games.ts';
import { ManualClock } from '../manual-clock.ts';
import { Random } from '../random.ts';
import { battleyeLines } from './wording.ts';
import { GameWorld } from '../world/game-world.ts';
import { battleyeGuid } from '../world/player.ts';
import { runCommand, UNKNOWN_COMMAND } from './commands.ts';

const GUID = '0f09332d84ea4d1cd6bcd7332ae81d24';
const EMPTY_BANS = [
  'GUID Bans:',
  '[#] [GUID] [Minutes left] [Reason]',
  '----------------------------------------',
  '',
  'IP Bans:',
  '[#] [IP Address] [Minutes left] [Reason]',
  '----------------------------------------------',
].join('\n');

function bench(game: SimGame = 'DAYZ') {
  const clock = new ManualClock();
  const said: string[] = [];
  let restarts = 0;
  const say = (text: string) => said.push(text);
  const world = new GameWorld({
    game,
    slots: 10,
    clock,
    random: new Random(1),
    tell: (event) => said.push(...battleyeLines(world.facts.battleye, event)),
    join: { guidMs: 1_000, verifiedMs: 3_000, lobbyMs: 20_000 },
    masterReachable: true,
  });
  const admin = { number: 2, remote: { address: '203.0.113.15', port: 58_606 } };
  const run = (command: string) =>
    runCommand(command, {
      world,
      admin,
      admins: () => [admin],
      broadcast: say,
      restartProcess: () => (restarts += 1),
    });
  const joinAs = (name: string, steamId = '76561198054374215') => {
    const { id } = world.arrive({ name, steamId, address: '192.0.2.9', port: 2304, ping: 62 });
    clock.advance(5_000);
    return id;
  };
  return { clock, said, world, run, joinAs, restarts: () => restarts };
}

test('a GUID is made of the Steam id', () => {
  expect(battleyeGuid('76561198054374215')).toBe(GUID);
});

test('an empty server lists its header and no players', () => {
  expect(bench().run('players').split('\n').at(-1)).toBe('(0 players in total)');
});

test('a joining player has no GUID, then an unverified one, then a verified one, then no lobby', () => {
  const { clock, world, run } = bench('ARMA3');
  world.arrive({
    name: 'Ann',
    steamId: '76561198054374215',
    address: '192.0.2.9',
    port: 2304,
    ping: 62,
  });
  const row = () => run('players').split('\n')[3];
  expect(row()).toBe('0   192.0.2.9:2304        -1   - Ann (Lobby)');
  clock.advance(1_000);
  expect(row()).toBe(`0   192.0.2.9:2304        62   ${GUID}(?)  Ann (Lobby)`);
  clock.advance(2_000);
  expect(row()).toBe(`0   192.0.2.9:2304        62   ${GUID}(OK) Ann (Lobby)`);
  clock.advance(17_000);
  expect(row()).toBe(`0   192.0.2.9:2304        62   ${GUID}(OK) Ann`);
});

test('numbers leave gaps, and the lowest free one is given out again', () => {
  const { world, run, joinAs } = bench();
  joinAs('A', '76561190000000001');
  const second = joinAs('B', '76561190000000002');
  joinAs('C', '76561190000000003');
  const numbers = () =>
    run('players')
      .split('\n')
      .slice(3, -1)
      .map((row) => row.split(' ')[0]);
  world.leave(second);
  expect(numbers()).toEqual(['0', '2']);
  joinAs('D', '76561190000000004');
  expect(numbers()).toEqual(['0', '1', '2']);
});

test('what an admin says comes back as a server message, to one or to all', () => {
  const { said, run, joinAs } = bench();
  joinAs('Ann');
  expect(run('say -1 hello: all')).toBe('');
  expect(run('say 0 psst')).toBe('');
  expect(run('say 7 nobody')).toBe('');
  expect(said.slice(-2)).toEqual([
    'RCon admin #2: (Global) hello: all',
    'RCon admin #2: (To Ann) psst',
  ]);
});

test('a kick prints the kick and then the disconnect', () => {
  const { said, run, joinAs, world } = bench();
  joinAs('Ann (Lobby)');
  expect(run('kick 0 be nice (please)')).toBe('');
  expect(said.slice(-2)).toEqual([
    `Player #0 Ann (Lobby) (${GUID}) has been kicked by BattlEye: Admin Kick (be nice (please))`,
    'Player #0 Ann (Lobby) disconnected',
  ]);
  expect(world.roster()).toEqual([]);
  expect(run('kick 0')).toBe('');
});

test('a ban keeps its player out for as long as it runs', () => {
  const { clock, said, run, joinAs, world } = bench();
  joinAs('Ann');
  run('ban 0 10 griefing');
  expect(run('bans').split('\n')[3]).toBe(`0  ${GUID} 10   griefing`);
  joinAs('Ann again');
  expect(said.at(-2)).toContain('has been kicked by BattlEye: Admin Ban (griefing)');
  expect(world.roster()).toEqual([]);
  clock.advance(10 * 60_000);
  expect(run('bans').split('\n')[3]).toBe(`0  ${GUID} -    griefing`);
  joinAs('Ann at last');
  expect(world.roster().length).toBe(1);
});

test('ban numbers go on into the addresses and shift after a removal', () => {
  const { run } = bench();
  run(`addBan ${GUID} 0 one`);
  run(`addBan ${'a'.repeat(32)} 5 two`);
  run('addBan 203.0.113.193 three');
  expect(run('bans').split('\n').at(-1)).toBe('2  203.0.113.193   perm three');
  expect(run('removeBan 0')).toBe('');
  expect(run('bans').split('\n').slice(3, 4)).toEqual([`0  ${'a'.repeat(32)} 5    two`]);
  expect(run('bans').split('\n').at(-1)).toBe('1  203.0.113.193   perm three');
});

test('bans that were not written are gone after loading', () => {
  const { run } = bench();
  run(`addBan ${GUID} 0 kept`);
  run('writeBans');
  run('addBan 203.0.113.1 0 lost');
  run('loadBans');
  expect(run('bans')).toContain('kept');
  expect(run('bans')).not.toContain('lost');
  run('removeBan 0');
  expect(run('bans')).toBe(EMPTY_BANS);
});

test('a locked server lets nobody in', () => {
  const { run, joinAs, world } = bench();
  expect(run('#lock')).toBe('');
  joinAs('Ann');
  expect(world.roster()).toEqual([]);
  run('#unlock');
  joinAs('Ann');
  expect(world.roster().length).toBe(1);
});

test('the games differ in the commands that they know', () => {
  const unknown = (game: SimGame, command: string) => bench(game).run(command) === UNKNOWN_COMMAND;
  const known = (command: string) =>
    (['DAYZ', 'ARMA2', 'ARMA3'] as const).filter((game) => !unknown(game, command));
  expect(known('#shutdown')).toEqual(['DAYZ', 'ARMA2', 'ARMA3']);
  expect(known('#restart')).toEqual(['ARMA2', 'ARMA3']);
  expect(known('#restartserver')).toEqual(['ARMA3']);
  expect(known('#kick -1')).toEqual(['DAYZ', 'ARMA2', 'ARMA3']);
  expect(known('#monitor 5')).toEqual(['ARMA2', 'ARMA3']);
  expect(known('#dance')).toEqual([]);
  expect(known('dance')).toEqual([]);
  expect(known('version')).toEqual(['DAYZ', 'ARMA2', 'ARMA3']);
});

test('a mission restart sends everybody to the lobby and keeps them connected', () => {
  const { clock, run, joinAs, world } = bench('ARMA3');
  joinAs('Ann');
  clock.advance(60_000);
  expect(world.roster()[0]?.lobby).toBe(false);
  run('#restart');
  expect(world.roster()[0]?.lobby).toBe(true);
  clock.advance(20_000);
  expect(world.roster()[0]?.lobby).toBe(false);
});

test('a shutdown is asked of the process once', () => {
  const { run, restarts } = bench();
  expect(run('#shutdown')).toBe('');
  expect(restarts()).toBe(1);
});

test('the game bans by number or by name, and BattlEye only sees the player go', () => {
  const { said, run, joinAs, world } = bench('ARMA3');
  joinAs('Ann "Two"');
  run('#exec ban "Ann "Two""');
  expect(said.at(-1)).toBe('Player #0 Ann "Two" disconnected');
  joinAs('Ann "Two"');
  expect(world.roster()).toEqual([]);
});

test('admins and missions are listed', () => {
  const { run } = bench('ARMA3');
  expect(run('admins')).toBe(
    'Connected RCon admins:\n[#] [IP Address]:[Port]\n-----------------------------\n2 203.0.113.15:58606',
  );
  expect(run('missions').split('\n')[0]).toBe('Missions on server:');
});
