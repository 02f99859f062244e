/** What the charts of a demo show of the time before it began: lives like those that follow. */
import type { PopulationPoint } from '../../host/servers/population-history.ts';
import { SIM_GAMES } from '../../sim/games.ts';
import { Random } from '../../sim/random.ts';
import { aheadOfUtc, wantToPlay } from './busy.ts';
import type { FleetServer } from './fleet-server.ts';

const MINUTE = 60_000;
const PAST = 15 * 24 * 60;
/** Minutes: session lengths and patience as measured on real servers, as the simulators have them. */
const SESSION = { shape: 0.75, scale: 58, mean: 69 };
const PATIENCE = 4;
const BACK_AFTER_RESTART = 0.85;

/** A server's last two weeks, minute by minute, oldest first. */
export function pastWeeks(server: FleetServer, now: number): readonly PopulationPoint[] {
  const { slots } = server;
  const random = new Random(server.seed);
  const ahead = aheadOfUtc(server, now);
  const every = server.restartEveryHours * 60;
  const leaving = new Uint16Array(PAST);
  let players = 0;
  const arrive = (minute: number, stays: number) => {
    players += 1;
    const end = minute + Math.max(1, Math.round(stays));
    if (end < PAST) leaving[end] = (leaving[end] ?? 0) + 1;
  };
  const rest = () => random.exponential(SESSION.mean);
  return Array.from({ length: PAST }, (_, minute) => {
    const ago = PAST - minute;
    const at = now - ago * MINUTE;
    const wanted = wantToPlay(server, at, ahead);
    const before = (Math.max(0, wanted - slots) * PATIENCE) / SESSION.mean;
    const queue = SIM_GAMES[server.game].queues ? poisson(random, before) : null;
    if (minute === 0) {
      for (let count = Math.min(slots, wanted); count >= 1; count -= 1) arrive(0, rest());
    } else if (every > 0 && (server.firstRestartMinutes + ago) % every === 0) {
      const back = Math.round(players * BACK_AFTER_RESTART);
      players = 0;
      leaving.fill(0, minute);
      for (let count = 0; count < back; count += 1) arrive(minute, rest());
      return { at, players: 0, slots, queue: queue === null ? null : 0 };
    } else {
      players -= leaving[minute] ?? 0;
      const joining = poisson(random, wanted / SESSION.mean);
      for (let count = 0; count < joining && players < slots; count += 1) {
        arrive(minute, random.weibull(SESSION.shape, SESSION.scale));
      }
    }
    return { at, players, slots, queue };
  });
}

function poisson(random: Random, mean: number): number {
  let count = 0;
  for (let sum = random.exponential(1); sum < mean; sum += random.exponential(1)) count += 1;
  return count;
}
