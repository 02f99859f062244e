import { LoginVerdict, type OpenAttempt } from '../attempt.ts';
import { parseServerInfo } from './payloads.ts';
import { RustSession } from './session.ts';

/**
 * Connects to a Rust server; the connection stays until it is stopped. Two closes before any frame are a
 * refused password here: the server bans an address for five, and somebody may try again.
 */
export const openRustAttempt: OpenAttempt = (target, ports) => {
  const verdict = new LoginVerdict(ports);
  const session: RustSession = new RustSession(target, ports, {
    onConnecting: () => verdict.connecting(),
    onOpen: () => {
      const deadline = ports.clock.elapsed() + 3_000;
      // Its answer is the first frame, by which the password is known to be good.
      void session.command('serverinfo', { repeat: false, deadline });
    },
    onConnected: () => verdict.connected(),
    onFrame: () => undefined,
    onDisconnected: (fault, { refusals, final }) => {
      const refused = refusals > 1;
      verdict.disconnected(refused ? { kind: 'authentication-failed' } : fault, final || refused);
    },
  });
  session.start();
  return {
    login: verdict.login,
    stop: () => session.stop(),
    read: async (deadline) => {
      const answer = await session.command('serverinfo', { repeat: true, deadline });
      if (!answer.ok) return 'silent';
      const info = parseServerInfo(answer.text);
      if (info === null) return 'unknown-server';
      const { players, slots, queue, name, map } = info;
      return { players, slots, queue, name, map };
    },
  };
};
