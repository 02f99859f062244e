import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { CommandResult } from '../connectors/contract.ts';
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

const WHISPER = { mode: 'private', text: 'Hi', interval: 30, offset: 0 };

it('a server that hangs on its messages restarts in time', async () => {
  await bench.restartAtFive({});
  await bench.keep('messages', WHISPER);
  bench.join(100);
  let end = (_: CommandResult) => {};
  const hanging = new Promise<CommandResult>((resolve) => {
    end = resolve;
  });
  bench.answer = ({ action }) => (action === 'MESSAGE_PRIVATE' ? hanging : Promise.resolve(DONE));
  await bench.at(FIVE - 30 * SECOND);
  await bench.at(FIVE);
  await expect.poll(() => bench.told()).toEqual(['action done']);
  expect(bench.times('SERVER_RESTART')).toEqual([0]);
  end(DONE);
  await bench.runner.idle();
});

it('what could not be said in time is left out', async () => {
  await bench.keep('messages', WHISPER);
  bench.join(100);
  bench.answer = () => {
    bench.now += 4 * SECOND;
    return Promise.resolve(DONE);
  };
  await bench.at(FIVE - 30 * SECOND);
  await bench.runner.idle();
  expect(bench.times('MESSAGE_PRIVATE')).toEqual([-30_000, -26_000, -22_000]);
  await bench.at(FIVE);
  await bench.runner.idle();
  expect(bench.times('MESSAGE_PRIVATE').slice(3)).toEqual([0, 4_000, 8_000]);
});

it('what waited too long for what comes before it is not done, and told as missed', async () => {
  await bench.restartAtFive({ warnings: [{ minutes: 1, text: 'Soon' }], lock_before: 1 });
  bench.answer = () => {
    bench.now += 121 * SECOND;
    return Promise.resolve({ ok: false, kind: 'no-answer', detail: '' });
  };
  await bench.at(FIVE - MINUTE);
  await bench.runner.idle();
  expect(bench.times('SERVER_LOCK')).toEqual([]);
  expect(await bench.told()).toEqual(['warning no-answer', 'lock missed']);
});

it('nobody stays locked out before a restart whose turn came too late', async () => {
  await bench.restartAtFive({ warnings: [{ minutes: 1, text: 'Soon' }], lock_before: 2 });
  await bench.at(FIVE - 2 * MINUTE);
  await bench.runner.idle();
  let end = (_: CommandResult) => {};
  const hanging = new Promise<CommandResult>((resolve) => {
    end = resolve;
  });
  bench.answer = ({ action }) => (action === 'MESSAGE_PUBLIC' ? hanging : Promise.resolve(DONE));
  await bench.at(FIVE - MINUTE);
  await bench.at(FIVE);
  bench.now = FIVE + 200 * SECOND;
  end(DONE);
  await bench.runner.idle();
  bench.runner = bench.runnerOf();
  await bench.at(bench.now);
  await bench.runner.idle();
  expect(bench.times('SERVER_RESTART')).toEqual([]);
  expect(bench.times('SERVER_UNLOCK')).toHaveLength(1);
  expect(await bench.told()).toEqual(['lock done', 'warning done', 'action missed', 'unlock done']);
});

it('who was locked out before a restart that failed is let in once the server is connected', async () => {
  await bench.restartAtFive({ lock_before: 2 });
  await bench.at(FIVE - 2 * MINUTE);
  await bench.runner.idle();
  bench.connected = false;
  bench.answer = () => Promise.resolve({ ok: false, kind: 'not-connected', detail: '' });
  await bench.at(FIVE);
  await bench.runner.idle();
  await bench.at(FIVE + 30 * MINUTE);
  await bench.runner.idle();
  expect(bench.times('SERVER_UNLOCK')).toEqual([]);
  bench.connected = true;
  bench.answer = () => Promise.resolve(DONE);
  await bench.at(FIVE + 30 * MINUTE + 5 * SECOND);
  await bench.runner.idle();
  await bench.at(FIVE + 60 * MINUTE);
  await bench.runner.idle();
  expect(bench.times('SERVER_UNLOCK')).toEqual([30 * 60 * SECOND + 5 * SECOND]);
  expect(await bench.told()).toEqual(['lock done', 'action failed', 'unlock done']);
});

it('a game that does not let people in is asked until it does, and it is told once that it did not', async () => {
  await bench.restartAtFive({ lock_before: 2 });
  await bench.at(FIVE - 2 * MINUTE);
  await bench.runner.idle();
  bench.answer = () => Promise.resolve({ ok: false, kind: 'no-answer', detail: '' });
  for (let moment = FIVE; moment <= FIVE + MINUTE; moment += 5 * SECOND) {
    await bench.at(moment);
    await bench.runner.idle();
  }
  bench.answer = () => Promise.resolve(DONE);
  await bench.at(FIVE + 2 * MINUTE);
  await bench.runner.idle();
  await bench.at(FIVE + 3 * MINUTE);
  await bench.runner.idle();
  expect(bench.times('SERVER_UNLOCK')).toEqual(
    [5, 20, 35, 50, 120].map((second) => second * SECOND),
  );
  expect(await bench.told()).toEqual([
    'lock done',
    'action no-answer',
    'unlock no-answer',
    'unlock done',
  ]);
});

it('everybody who is there is kicked once, also where they come back at once', async () => {
  await bench.restartAtFive({ kick_before: 1 });
  bench.join(3);
  bench.answer = (command) => {
    if (command.action === 'SERVER_KICK') {
      bench.players.delete(command.playerKey);
      if (bench.asked.length < 20) bench.join(1);
    }
    return Promise.resolve(DONE);
  };
  await bench.at(FIVE - MINUTE);
  await bench.runner.idle();
  expect(bench.times('SERVER_KICK')).toHaveLength(3);
  expect(await bench.told()).toEqual(['kick done']);
});

it('a server that is slow to kick restarts at its second', async () => {
  await bench.restartAtFive({ kick_before: 1 });
  bench.join(60);
  bench.answer = () => {
    bench.now += 15 * SECOND;
    return Promise.resolve(DONE);
  };
  await bench.at(FIVE - MINUTE);
  await bench.runner.idle();
  expect(bench.times('SERVER_KICK')).toHaveLength(4);
  await bench.at(bench.now);
  await bench.runner.idle();
  expect(bench.times('SERVER_RESTART')).toEqual([0]);
  expect(await bench.told()).toEqual(['kick failed', 'action done']);
});

it('a step waits until a server that was taken over is connected', async () => {
  await bench.restartAtFive({});
  let connect = () => {};
  bench.settled = new Promise<void>((resolve) => {
    connect = resolve;
  });
  await bench.at(FIVE);
  expect(bench.asked).toEqual([]);
  connect();
  await bench.runner.idle();
  expect(await bench.told()).toEqual(['action done']);
});

const FROM_START = { time: { kind: 'uptime', minutes: 60 }, days: [0, 1, 2, 3, 4, 5, 6] };
const running = { uptime: 3_600, uptime_source: 'start', uptime_gap: null, observed_at: FIVE };

it('a job that counts from the start runs so long after it', async () => {
  await bench.restartAtFive(FROM_START);
  bench.environment = running;
  await bench.at(FIVE);
  await bench.runner.idle();
  expect(bench.times('SERVER_RESTART')).toEqual([0]);
});

it.each([
  ['it may have started again in a gap', { uptime_gap: { from: FIVE - 3, to: FIVE - 2 } }],
  ['it is only known since when it is connected', { uptime_source: 'connection' }],
])('a job that counts from the start does not run where %s', async (_, part) => {
  await bench.restartAtFive(FROM_START);
  await bench.db
    .updateTable('schedule_states')
    .set({ started_at: FIVE - 60 * MINUTE })
    .where('server_id', '=', bench.server)
    .execute();
  bench.environment = { ...running, ...part };
  await bench.at(FIVE);
  await bench.runner.idle();
  expect(bench.asked).toEqual([]);
  const kept = await bench.db
    .selectFrom('schedule_states')
    .select('started_at')
    .where('server_id', '=', bench.server)
    .executeTakeFirstOrThrow();
  expect(kept.started_at).toBeNull();
});

it('a restart after a start that is not known is told as one, beside one that is planned', async () => {
  await bench.restartAtFive(FROM_START);
  await bench.at(FIVE - 9 * MINUTE);
  expect(bench.planned).toEqual({ local: null, start_unknown: true });
  await bench.restartAtFive({});
  await bench.at(FIVE - 8 * MINUTE);
  expect(bench.planned).toMatchObject({ of: { at: FIVE }, start_unknown: true });
  bench.environment = running;
  await bench.at(FIVE - 7 * MINUTE);
  expect(bench.planned).not.toHaveProperty('start_unknown');
});

it('nobody is kicked any more when the restart is due as well', async () => {
  await bench.restartAtFive({ kick_before: 1 });
  bench.join(3);
  await bench.at(FIVE + SECOND);
  await bench.runner.idle();
  expect(bench.times('SERVER_KICK')).toEqual([]);
  expect(bench.times('SERVER_RESTART')).toEqual([SECOND]);
  expect(await bench.told()).toEqual(['kick missed', 'action done']);
});
