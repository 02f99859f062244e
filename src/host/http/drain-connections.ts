import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Lets go of every connection once nothing is under way on it, when the app closes. Left alone, a host that
 * stops waits for more than a minute: for connections that a browser opened ahead and has not used, and for
 * those whose answer had begun before, which are kept open after it.
 */
export function drainOnClose(app: FastifyInstance): void {
  const unused = new Set<Socket>();
  let closing = false;
  app.server.on('connection', (socket: Socket) => {
    if (closing) return void socket.destroy();
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  app.server.on('request', ({ socket }) => unused.delete(socket));
  app.server.on('upgrade', ({ socket }) => unused.delete(socket));
  app.addHook('preClose', async () => {
    closing = true;
    app.server.keepAliveTimeout = 1;
    for (const socket of unused) socket.destroy();
  });
}
