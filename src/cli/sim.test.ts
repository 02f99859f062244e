import { expect, test } from 'vitest';
import { startSimServer } from '../sim/server.ts';
import { introduce, readSimArguments, SimUsageError } from './sim.ts';

test('the arguments become the options of a server', () => {
  const line =
    '--game dayz --rcon-port 2399 --query-port 0 --password x --slots 40 --seed 9 --players 12 --speed 2.5';
  expect(readSimArguments(line.split(' '))).toMatchObject({
    game: 'DAYZ',
    rconPort: 2399,
    queryPort: 0,
    password: 'x',
    slots: 40,
    seed: 9,
    players: 12,
    speed: 2.5,
  });
});

test('each game has its usual ports, and ArmA 2 its RCon on the game port', () => {
  expect(readSimArguments(['--game', 'dayz'])).toMatchObject({ rconPort: 2306, queryPort: 27016 });
  expect(readSimArguments(['--game', 'arma3'])).toMatchObject({ rconPort: 2306, queryPort: 2303 });
  expect(readSimArguments(['--game', 'arma2', '--game-port', '2402'])).toMatchObject({
    rconPort: 2402,
  });
});

test('a bad network is asked for in percent and milliseconds', () => {
  expect(readSimArguments('--game rust --loss 5 --double 4 --latency 80'.split(' '))).toMatchObject(
    {
      game: 'RUST',
      rconPort: 28016,
      hostility: { loss: 0.05, double: 0.04, reorder: 0, latencyMs: 80 },
    },
  );
  expect(readSimArguments(['--game', 'generic'])).not.toHaveProperty('hostility');
});

test('what cannot be understood is told in one sentence', () => {
  const message = (line: string) => {
    try {
      readSimArguments(line.split(' '));
    } catch (error) {
      if (error instanceof SimUsageError) return error.message;
      throw error;
    }
    return 'understood';
  };
  expect(message('--slots 3')).toBe(
    'Say which game to simulate with --game: dayz, dayz-exp, arma2, arma3, rust, generic.',
  );
  expect(message('--game quake')).toBe(
    '--game quake is not known: choose one of dayz, dayz-exp, arma2, arma3, rust, generic.',
  );
  expect(message('--game dayz --slots many')).toBe(
    '--slots takes a whole number from 1 to 1000, not many.',
  );
  expect(message('--game dayz --speed 0')).toBe('--speed takes a number above 0, not 0.');
  expect(message('--game dayz --colour red')).toBe(
    "Unknown option '--colour'. See muster sim --help.",
  );
});

test('the introduction names both addresses and the password', async () => {
  const server = await startSimServer({ game: 'ARMA3', password: 'open sesame' });
  try {
    const { rconPort, queryPort } = server.address;
    expect(introduce(server)).toContain(`127.0.0.1:${rconPort}  password open sesame`);
    expect(introduce(server)).toContain(`127.0.0.1:${queryPort}`);
  } finally {
    await server.stop();
  }
});
