import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { RawRconClient } from '../../../tests/support/sim/raw-rcon-client.ts';
import { battleyeLines } from '../battleye/wording.ts';
import { SIM_GAMES } from '../games.ts';
import { ManualClock } from '../manual-clock.ts';
import { Random } from '../random.ts';
import { startSimServer } from '../server.ts';
import { GameWorld } from '../world/game-world.ts';
import { readRecording } from './recording.ts';
import { Replay } from './replay.ts';

const corpus = process.env['MUSTER_CORPUS'];

const SHORT_NIGHT = [
  '23:59:50 Ann uses modified data file',
  '23:59:51 Player Ann connecting.',
  '23:59:59 Player Ann connected (id=76561190000000007).',
  " 0:00:04 Kicking player name='Ann' ID=1, steamID=76561190000000007. Ping too high (354/ 300 ms)",
  ' 0:00:04 Player Ann disconnected.',
].join('\n');

function world(clock: ManualClock, said: string[]): GameWorld {
  return new GameWorld({
    game: 'ARMA3',
    slots: 128,
    clock,
    random: new Random(1),
    tell: (event) => said.push(...battleyeLines(SIM_GAMES.ARMA3.battleye, event)),
    join: 'manual',
    masterReachable: true,
  });
}

test('a recording is played in its own time, divided by the factor', () => {
  const clock = new ManualClock();
  const said: string[] = [];
  const replay = new Replay(world(clock, said), readRecording(SHORT_NIGHT));
  let finished = false;
  replay.playAll(clock, 2, () => {
    finished = true;
  });
  clock.advance(6_999);
  expect(said.at(-1)).toMatch(/^Verified GUID \([0-9a-f]{32}\) of player #0 Ann$/);
  expect(finished).toBe(false);
  clock.advance(1);
  expect(said.at(-1)).toBe('Player #0 Ann disconnected');
  expect(finished).toBe(true);
});

const nameOf = (row: string) => ({ name: nameIn(row) ?? row });
const nameIn = (row: string) =>
  /^\d+ +\S+ +-?\d+ +(?:[0-9a-f]{32}\((?:OK|\?)\) ?|-) (.*?)(?: \(Lobby\))?$/.exec(row)?.[1];
const namesOf = (people: readonly { readonly name: string }[]) =>
  people.map(({ name }) => name).toSorted();

test.skipIf(corpus === undefined)(
  'over the real protocol, a client sees the roster of the recorded night',
  async () => {
    const text = readFileSync(join(corpus ?? '', 'arma3_console', 'ops_16h.part1.log'), 'utf8');
    const server = await startSimServer({ game: 'ARMA3', slots: 128, join: 'manual' });
    const client = await RawRconClient.open(server.address.rconPort);
    try {
      await client.login(server.address.password);
      const replay = new Replay(server.world, readRecording(text));
      let played = 0;
      while (replay.step() !== undefined) {
        played += 1;
        if (played % 50 !== 0) continue;
        const rows = (await client.command('players')).split('\n').slice(3, -1);
        expect(namesOf(rows.map(nameOf))).toEqual(namesOf(replay.roster()));
      }
      expect(namesOf(server.roster())).toEqual(namesOf(replay.roster()));
      const said = new Set(server.log.said.map((line) => line.text));
      await client.until(() => new Set(client.messages()).size === said.size);
      expect(new Set(client.messages())).toEqual(said);
    } finally {
      client.close();
      await server.stop();
    }
  },
);
