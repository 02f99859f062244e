/** The real websocket of the connectors. */
import { isIPv6 } from 'node:net';
import { WebSocket } from 'ws';
import { LIMITS } from './limits.ts';
import {
  TOO_LONG,
  type ClientWebSocket,
  type Endpoint,
  type WebSocketEnd,
  type WebSocketHandlers,
} from './ports.ts';

/** Milliseconds. */
const HANDSHAKE = 8_000;

const WENT_AWAY = 1006;

/**
 * A websocket to one endpoint, in plain text as the games speak it. The path may hold a password: the
 * address is in no error that leaves this file.
 */
export function openClientWebSocket(
  endpoint: Endpoint,
  path: string,
  handlers: WebSocketHandlers,
): ClientWebSocket {
  const host = isIPv6(endpoint.address) ? `[${endpoint.address}]` : endpoint.address;
  const socket = new WebSocket(`ws://${host}:${endpoint.port}${path}`, {
    handshakeTimeout: HANDSHAKE,
    maxPayload: LIMITS.message,
    perMessageDeflate: false,
    followRedirects: false,
  });
  let opened = false;
  let over = false;
  const end = (reason: WebSocketEnd): void => {
    if (over) return;
    over = true;
    // The socket's own errors after this are of its tearing down, and are heard by nobody.
    socket.terminate();
    handlers.onEnd(reason);
  };
  socket.on('open', () => {
    opened = true;
    if (!over) handlers.onOpen();
  });
  socket.on('message', (data, isBinary) => {
    // Text comes as one buffer, since that is the type of messages that was left at its default.
    if (!over && !isBinary && Buffer.isBuffer(data)) handlers.onMessage(data.toString('utf8'));
  });
  socket.on('unexpected-response', (_request, response) => {
    response.resume();
    end({ kind: 'rejected', status: response.statusCode ?? 0 });
  });
  socket.on('error', (error) => {
    const code = isTooLong(error) ? TOO_LONG : WENT_AWAY;
    end(opened ? { kind: 'closed', code, reason: '' } : failure(error));
  });
  socket.on('close', (code, reason) => {
    if (opened) end({ kind: 'closed', code, reason: reason.toString('utf8') });
    else end({ kind: 'failed', detail: 'The connection was closed during the handshake.' });
  });
  return {
    send: (text) => {
      if (!over && socket.readyState === WebSocket.OPEN) socket.send(text);
    },
    close: () => {
      if (over) return;
      over = true;
      // The game admits few connections for each address, and frees none that was left half open.
      if (opened) socket.close(1000);
      else socket.terminate();
    },
  };
}

function isTooLong(error: Error): boolean {
  return 'code' in error && error.code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH';
}

function failure(error: Error): WebSocketEnd {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null;
  if (code === 'ECONNREFUSED') return { kind: 'refused' };
  return { kind: 'failed', detail: code ?? 'The handshake failed.' };
}
