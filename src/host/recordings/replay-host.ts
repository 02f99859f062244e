import type { AddressInfo } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import type { Player } from '../../domain/recordings/player.ts';
import { CALLS } from '../../protocol/calls.ts';
import { HostError } from '../calls/host-error.ts';
import { registerPortal } from '../http/portal.ts';
import { answerErrors, answerNotFound } from '../http/problems.ts';
import { registerSecurityHeaders } from '../http/security-headers.ts';
import { answerOf } from '../../domain/recordings/answers.ts';
import { registerPace, type ReplayPace } from './pace-route.ts';
import { RecordedRealtime } from './recorded-realtime.ts';

export interface ReplayHostOptions {
  readonly player: Player;
  readonly port: number;
  /** The folder of the built portal; null: there are only the calls. */
  readonly portalDir: string | null;
  readonly clock: () => number;
  /** How fast it plays, for whoever looks; null: nobody there can change it. */
  readonly pace: ReplayPace | null;
}

/** A host that plays a recording to real portals. It knows nothing else, and nothing can be changed. */
export interface ReplayHost {
  /** What to open. */
  readonly address: string;
  /** Plays the next event to everybody who looks; false at the end. */
  step(): boolean;
  close(): Promise<void>;
}

const LOOPBACK = '127.0.0.1';

/**
 * Starts it on this machine's own address, and for pages of its own alone: nobody signs in to a recording,
 * and it may be told by no other page.
 */
export async function startReplayHost(options: ReplayHostOptions): Promise<ReplayHost> {
  const { player, portalDir, clock } = options;
  const app = fastify();
  answerErrors(app);
  await registerSecurityHeaders(app, { origin: undefined, apiOrigin: undefined });
  app.addHook('onRequest', async (request) => {
    if (!isOwn(app, request.headers.host, request.headers.origin)) {
      throw new HostError('invalid-origin', 'Open the recording at the address that was printed.');
    }
  });
  for (const [name, call] of Object.entries(CALLS)) {
    app.route({
      method: call.method,
      url: call.path,
      handler: async (request, reply) => {
        if (name === 'logout') return { status: true };
        const params = request.params as Readonly<Record<string, string>>;
        const query = request.query as Readonly<Record<string, string>>;
        const answer = answerOf(player.rows, name, params, query, clock());
        if (answer !== null) return reply.send(call.answer.parse(answer));
        throw new HostError(
          'permission-denied',
          'This is a recording. Nothing can be changed in it.',
        );
      },
    });
  }
  if (options.pace !== null) registerPace(app, options.pace, player);
  if (portalDir === null) app.setNotFoundHandler((_, reply) => answerNotFound(reply));
  else await registerPortal(app, portalDir, { apiOrigin: undefined, demo: null, replay: true });
  const realtime = new RecordedRealtime({
    player,
    clock,
    originAllowed: ({ headers }) => isOwn(app, headers.host, headers.origin),
    onFailure: (error) => process.emitWarning(error instanceof Error ? error : String(error)),
  });
  app.server.on('upgrade', (request, socket, head) => {
    if (request.url === '/connect') realtime.upgrade(request, socket, head);
    else socket.destroy();
  });
  await app.listen({ host: LOOPBACK, port: options.port });
  return {
    address: `http://${LOOPBACK}:${portOf(app)}`,
    step() {
      if (!player.step()) return false;
      realtime.played();
      return true;
    },
    async close() {
      realtime.stop();
      await app.close();
    },
  };
}

function isOwn(
  app: FastifyInstance,
  host: string | undefined,
  origin: string | undefined,
): boolean {
  const own = [`${LOOPBACK}:${portOf(app)}`, `localhost:${portOf(app)}`];
  if (host === undefined || !own.includes(host)) return false;
  return origin === undefined || own.includes(origin.replace(/^http:\/\//, ''));
}

function portOf(app: FastifyInstance): number {
  return (app.server.address() as AddressInfo | null)?.port ?? 0;
}
