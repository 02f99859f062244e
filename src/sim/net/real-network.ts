import type { Network } from './network.ts';
import { UdpPort } from './udp-port.ts';
import { WebSocketPort } from './web-socket-port.ts';

/** The machine's own sockets. */
export const realNetwork: Network = {
  datagramPort: (host, port, users) => new UdpPort(host, port, users),
  webSocketPort: (host, port, users) => new WebSocketPort(host, port, users),
};
