/** The real world of the connectors: Node's sockets, its resolver and its timers. */
import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { isIPv6 } from 'node:net';
import { performance } from 'node:perf_hooks';
import type {
  Clock,
  ConnectorPorts,
  DatagramHandlers,
  DatagramSocket,
  Endpoint,
  Resolution,
  SocketError,
} from './ports.ts';
import { openClientWebSocket } from './websocket.ts';

/** Bytes. A ban list of 500 rows comes as some 30 datagrams at once. */
const RECEIVE_BUFFER = 512 * 1024;

/** Time as this process has it. Timers do not keep the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    timer.unref();
    return () => clearTimeout(timer);
  },
};

/**
 * A connected UDP socket: only the endpoint's datagrams (up to 64 kB each) arrive, and its refusals
 * are told as errors. What is sent before the socket is connected is sent then.
 */
export function openUdpSocket(endpoint: Endpoint, handlers: DatagramHandlers): DatagramSocket {
  const socket = createSocket(isIPv6(endpoint.address) ? 'udp6' : 'udp4');
  let connected = false;
  let closed = false;
  const early: Uint8Array[] = [];
  const fail = (error: Error): void => {
    if (!closed) handlers.onError(socketError(error));
  };
  const send = (data: Uint8Array): void => {
    socket.send(data, (error) => {
      if (error !== null) fail(error);
    });
  };
  socket.on('error', fail);
  socket.on('message', (data) => {
    if (!closed) handlers.onDatagram(data);
  });
  socket.on('connect', () => {
    if (closed) return;
    connected = true;
    socket.setRecvBufferSize(RECEIVE_BUFFER);
    for (const data of early.splice(0)) send(data);
  });
  socket.connect(endpoint.port, endpoint.address);
  return {
    send: (data) => {
      if (closed) return;
      if (connected) send(data);
      else early.push(data);
    },
    close: () => {
      if (closed) return;
      closed = true;
      socket.close();
    },
  };
}

/** The first address of a host name, by the system's resolver. */
export async function resolveHost(host: string): Promise<Resolution> {
  try {
    const { address } = await lookup(host);
    return { ok: true, address };
  } catch (error) {
    const detail = error instanceof Error ? error.message : 'unknown resolver error';
    return { ok: false, kind: 'hostname-not-resolved', detail };
  }
}

/** The ports of a running host. */
export const systemPorts: ConnectorPorts = {
  clock: systemClock,
  random: () => randomInt(2 ** 32) / 2 ** 32,
  openSocket: openUdpSocket,
  openWebSocket: openClientWebSocket,
  resolve: resolveHost,
};

function socketError(error: Error): SocketError {
  const code = 'code' in error ? error.code : undefined;
  return code === 'ECONNREFUSED' ? { kind: 'refused' } : { kind: 'failed', detail: error.message };
}
