/** The test of the add-server wizard: one log-in, one reading, one query, all closed again. */
import { GAMES } from '../../../protocol/games/games.ts';
import type { RconReading } from '../attempt.ts';
import { askInfo, type FoundInfo } from '../a2s/poller.ts';
import { runsGame, statusOf } from '../a2s/status.ts';
import type { ConnectionTest, ConnectorTarget, RconTarget } from '../contract.ts';
import type { ConnectorPorts } from '../ports.ts';
import { cut, figure, LIMITS } from '../limits.ts';
import { CONTROLS } from './controls.ts';

/** Milliseconds for the whole test. */
export const TEST_LIMIT = 12_000;
/** Of these the last are kept for the answers that follow a log-in. */
const LOGIN_LIMIT = 11_000;

/** Tries a target and says what stands in the way, within 12 s. Never rejects. */
export async function testConnection(
  target: ConnectorTarget,
  ports: ConnectorPorts,
): Promise<ConnectionTest> {
  const { clock } = ports;
  const began = clock.elapsed();
  const within: Within = (work, late, limit = TEST_LIMIT) =>
    new Promise((resolve) => {
      const cancel = clock.after(Math.max(0, began + limit - clock.elapsed()), () => resolve(late));
      void work.then((value) => {
        cancel();
        resolve(value);
      });
    });

  const unresolved = {
    ok: false,
    kind: 'hostname-not-resolved',
    detail: 'The resolver did not answer in time.',
  } as const;
  const resolved = await within(ports.resolve(target.host), unresolved);
  if (!resolved.ok) return { ok: false, fault: { kind: resolved.kind } };

  const asked = clock.elapsed();
  const asking = askInfo(target, resolved.address, ports);
  const status = within(asking.result, null);
  const found = { ...target, host: resolved.address };
  try {
    const { control } = GAMES[target.game];
    if (control !== 'none' && target.rcon !== null) {
      const controlled = { ...found, rcon: target.rcon };
      return await tryRcon(controlled, control, ports, { within, began, status });
    }
    const polled = await status;
    if (polled === null) return { ok: false, fault: { kind: 'socket-unreachable' } };
    return verdict(found, polled, null, clock.elapsed() - asked);
  } finally {
    asking.cancel();
  }
}

type Within = <Value>(work: Promise<Value>, late: Value, limit?: number) => Promise<Value>;

interface Test {
  readonly within: Within;
  readonly began: number;
  readonly status: Promise<FoundInfo | null>;
}

async function tryRcon(
  target: RconTarget,
  control: keyof typeof CONTROLS,
  ports: ConnectorPorts,
  { within, began, status }: Test,
): Promise<ConnectionTest> {
  const attempt = CONTROLS[control].openAttempt(target, ports);
  try {
    const unreachable = { ok: false, fault: { kind: 'socket-unreachable' } } as const;
    const loggedIn = await within(attempt.login, unreachable, LOGIN_LIMIT);
    if (!loggedIn.ok) return loggedIn;
    const reading = await attempt.read(began + TEST_LIMIT);
    const polled = await status;
    // A server that is still loading accepts the log-in and answers nothing: that is no other game.
    if (reading === 'unknown-server') return { ok: false, fault: { kind: 'unknown-server' } };
    return verdict(target, polled, reading === 'silent' ? null : reading, loggedIn.latency);
  } finally {
    attempt.stop();
  }
}

/** `target`: with the address in place of the name. */
function verdict(
  target: ConnectorTarget,
  polled: FoundInfo | null,
  reading: RconReading | null,
  latency: number,
): ConnectionTest {
  if (polled !== null && !runsGame(polled.info, target.game)) {
    return { ok: false, fault: { kind: 'unknown-server' } };
  }
  const seen = polled === null ? null : statusOf(polled.info, target.game);
  return {
    ok: true,
    latency: Math.round(polled?.latency ?? latency),
    population: {
      players: counted(reading?.players ?? seen?.population.players),
      slots: counted(seen?.population.slots ?? reading?.slots),
      queue: counted(seen?.population.queue ?? reading?.queue),
    },
    name: label(seen?.name ?? reading?.name),
    map: label(seen?.map ?? reading?.map),
    address: target.host,
  };
}

function counted(value: number | null | undefined): number | null {
  return figure(value, LIMITS.count);
}

function label(text: string | null | undefined): string | null {
  return text === null || text === undefined ? null : cut(text, LIMITS.label);
}
