import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { SERVER_ACTION } from '../../protocol/enumerations.ts';
import { readModules } from '../modules/store.ts';
import {
  DONE,
  FIVE,
  MINUTE,
  ScheduleBench,
  SECOND,
} from '../../../tests/schedules/runner-bench.ts';

let bench: ScheduleBench;
beforeAll(async () => {
  bench = await ScheduleBench.open();
});
afterAll(() => bench.close());
beforeEach(() => bench.begin());

it('a job that kicks everybody gives its reason, and stops before what comes next', async () => {
  const kick = { action: SERVER_ACTION.SERVER_KICK, parameter: 'Event over' };
  await bench.restartAtFive({ ...kick, time: { kind: 'absolute', minutes: 299 } });
  await bench.restartAtFive({});
  bench.join(60);
  bench.answer = () => {
    bench.now += 15 * SECOND;
    return Promise.resolve(DONE);
  };
  await bench.at(FIVE - MINUTE);
  await bench.runner.idle();
  await bench.at(bench.now);
  await bench.runner.idle();
  expect(bench.times('SERVER_KICK')).toEqual([-60, -45, -30, -15].map((second) => second * SECOND));
  expect(bench.asked[0]?.command).toMatchObject({ reason: 'Event over' });
  expect(bench.times('SERVER_RESTART')).toEqual([0]);
  expect(await bench.told()).toEqual(['action failed', 'action done']);
});

it('a job that says something to each player names each, and nobody in the feed', async () => {
  const parameter = '{player}, it is {time}';
  await bench.restartAtFive({ action: SERVER_ACTION.MESSAGE_PRIVATE, parameter });
  bench.join(2);
  const [, second] = bench.players.keys();
  bench.players.delete(second ?? '');
  bench.players.set('ann', { id: 'ann', name: '{time} $&', joined_at: 0 });
  await bench.at(FIVE);
  await bench.runner.idle();
  expect(bench.asked.map(({ command }) => ('text' in command ? command.text : ''))).toEqual([
    'P0, it is 05:00',
    '{time} $&, it is 05:00',
  ]);
  expect(await bench.toldTexts()).toEqual(['{player}, it is 05:00']);
});

async function setWhitelist(whitelist: object): Promise<void> {
  const row = { changed_at: bench.now, data: JSON.stringify({ whitelist }) };
  await bench.db
    .insertInto('server_modules')
    .values({ server_id: bench.server, ...row })
    .execute();
}

it.each([
  [SERVER_ACTION.WHITELIST_PAUSE, true],
  [SERVER_ACTION.WHITELIST_RESUME, false],
])('a job pauses and resumes the whitelist, connected or not: %i', async (action, paused) => {
  await setWhitelist({ active: true, paused: !paused });
  await bench.restartAtFive({ action });
  bench.connected = false;
  await bench.at(FIVE);
  await bench.runner.idle();
  const { modules } = await readModules(bench.db, bench.server);
  expect(modules.whitelist).toEqual({ active: true, paused });
  expect(bench.asked).toEqual([]);
  expect(await bench.told()).toEqual(['action done']);
});

it('a job that resumes a whitelist that is switched off says so', async () => {
  await setWhitelist({ active: false, paused: true });
  await bench.restartAtFive({ action: SERVER_ACTION.WHITELIST_RESUME });
  await bench.at(FIVE);
  await bench.runner.idle();
  const { modules } = await readModules(bench.db, bench.server);
  expect(modules.whitelist).toEqual({ active: false, paused: true });
  expect(await bench.entries()).toMatchObject([{ outcome: 'failed', why: 'whitelist-off' }]);
});
