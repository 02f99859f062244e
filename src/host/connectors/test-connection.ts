/** The RCon test of the add-server wizard: one log-in, one player list, one query, all closed again. */
import { parsePlayers } from './battleye/answers.ts';
import { BattlEyeSession } from './battleye/session.ts';
import { askInfo } from './a2s/poller.ts';
import { runsGame, statusOf } from './a2s/status.ts';
import type { ConnectionFault, ConnectionTest, ConnectorTarget, RconTarget } from './contract.ts';
import type { ConnectorPorts } from './ports.ts';

/** Milliseconds for the whole test. */
export const TEST_LIMIT = 12_000;
/** Of these the last are kept for the answers that follow a log-in. */
const LOGIN_LIMIT = 11_000;
const ATTEMPTS = 2;

type Login =
  | { readonly ok: true; readonly latency: number }
  | { readonly ok: false; readonly fault: ConnectionFault };

/** Tries a target and says what stands in the way, within 12 s. Never rejects. */
export async function testConnection(
  target: ConnectorTarget,
  ports: ConnectorPorts,
): Promise<ConnectionTest> {
  const { rcon } = target;
  if (target.game === 'RUST' || target.game === 'GENERIC' || rcon === null) {
    const detail = `There is no remote control for ${target.game}.`;
    return { ok: false, fault: { kind: 'forbidden', detail } };
  }
  const { clock } = ports;
  const deadline = clock.elapsed() + TEST_LIMIT;
  const within = <Value>(work: Promise<Value>, late: Value, until = deadline): Promise<Value> =>
    new Promise((resolve) => {
      const cancel = clock.after(Math.max(0, until - clock.elapsed()), () => resolve(late));
      void work.then((value) => {
        cancel();
        resolve(value);
      });
    });

  const unresolved = { ok: false, detail: 'The resolver did not answer in time.' } as const;
  const resolved = await within(ports.resolve(target.host), unresolved);
  if (!resolved.ok) return { ok: false, fault: { kind: 'hostname-not-resolved' } };

  const asking = askInfo(target, resolved.address, ports);
  const status = within(asking.result, null);
  const attempt = logIn({ ...target, rcon, host: resolved.address }, ports);
  try {
    const unreachable = { ok: false, fault: { kind: 'socket-unreachable' } } as const;
    const loggedIn = await within(attempt.login, unreachable, deadline - TEST_LIMIT + LOGIN_LIMIT);
    if (!loggedIn.ok) return loggedIn;
    const answer = await attempt.session.command('players', { repeat: true, deadline });
    const polled = await status;
    const players = answer.ok ? parsePlayers(answer.text) : null;
    // A server that is still loading accepts the log-in and answers nothing: that is no other game.
    if (answer.ok && players === null) return { ok: false, fault: { kind: 'unknown-server' } };
    if (polled !== null && !runsGame(polled.info, target.game)) {
      return { ok: false, fault: { kind: 'unknown-server' } };
    }
    const seen = polled === null ? null : statusOf(polled.info, target.game);
    const population = seen?.population ?? { players: null, slots: null, queue: null };
    return {
      ok: true,
      latency: Math.round(polled?.latency ?? loggedIn.latency),
      population: { ...population, players: players?.total ?? population.players },
      name: seen?.name ?? null,
      map: seen?.map ?? null,
    };
  } finally {
    attempt.session.stop();
    asking.cancel();
  }
}

/** Logs in, once more where nothing answers: a lone datagram may be lost. The session stays open. */
function logIn(
  target: RconTarget,
  ports: ConnectorPorts,
): { readonly session: BattlEyeSession; readonly login: Promise<Login> } {
  let settle = (_login: Login): void => undefined;
  const login = new Promise<Login>((resolve) => {
    settle = resolve;
  });
  let began = ports.clock.elapsed();
  let failures = 0;
  const session = new BattlEyeSession(target, ports, {
    onConnecting: () => {
      began = ports.clock.elapsed();
    },
    onConnected: () => settle({ ok: true, latency: ports.clock.elapsed() - began }),
    onReady: () => undefined,
    onMessage: () => undefined,
    onDisconnected: (fault, { final }) => {
      failures += 1;
      if (final || failures >= ATTEMPTS) settle({ ok: false, fault });
    },
  });
  session.start();
  return { session, login };
}
