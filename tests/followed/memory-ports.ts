/** What a connector needs of the world, in the memory that a simulated server listens in. */
import type { ConnectorPorts, WebSocketHandlers } from '../../src/host/connectors/ports.ts';
import type { MemoryNetwork } from '../../src/sim/net/memory-network.ts';
import { readClientPacket } from '../../src/sim/battleye/packet.ts';
import { readRequest } from '../../src/sim/rust/frame.ts';
import type { Random } from '../../src/sim/random.ts';
import type { SharedTime } from './shared-time.ts';

export interface MemoryPorts extends ConnectorPorts {
  /** Texts of commands to how often the connector sent them. */
  readonly sent: Map<string, number>;
  /** Questions that were put to a websocket, to when the last one that was answered was put. */
  readonly answered: Map<string, number>;
}

/** `refuses`: whether a machine says that nothing listens on a port. */
export function memoryPorts(
  network: MemoryNetwork,
  time: SharedTime,
  random: Random,
  refuses = true,
): MemoryPorts {
  const sent = new Map<string, number>();
  const answered = new Map<string, number>();
  const count = (text: string): void => {
    sent.set(text, (sent.get(text) ?? 0) + 1);
  };
  return {
    sent,
    answered,
    clock: time.connector,
    random: () => random.next(),
    resolve: (address) => Promise.resolve({ ok: true, address }),
    openSocket: ({ address, port }, handlers) => {
      const socket = network.connectUdp(address, port, {
        datagram: (data) => handlers.onDatagram(data),
        refused: () => {
          if (refuses) handlers.onError({ kind: 'refused' });
        },
      });
      return {
        send: (data) => {
          const packet = readClientPacket(data);
          if (packet?.kind === 'command') count(packet.text);
          socket.send(data);
        },
        close: () => socket.close(),
      };
    },
    openWebSocket: ({ address, port }, path, handlers) => {
      const open = new Map<number, { readonly message: string; readonly at: number }>();
      const onMessage = (text: string): void => {
        const id = Number(/"Identifier": (\d+)/.exec(text)?.[1]);
        const question = open.get(id)?.message;
        // A stream keeps its order: asked again, it is the first asking that counts.
        const same = [...open].filter(
          ([other, { message }]) => other <= id && message === question,
        );
        for (const [other] of same) open.delete(other);
        const [first] = same;
        if (first !== undefined) answered.set(first[1].message, first[1].at);
        handlers.onMessage(text);
      };
      const heard = streamHandlers({ ...handlers, onMessage });
      const socket = network.connectWebSocket(address, port, path, heard);
      return {
        send: (text) => {
          const request = readRequest(text);
          if (request !== undefined) {
            const { identifier, message } = request;
            count(message);
            open.set(identifier, { message, at: time.now() });
          }
          socket.send(text);
        },
        close: () => socket.close(),
      };
    },
  };
}

function streamHandlers({ onOpen, onMessage, onEnd }: WebSocketHandlers) {
  let open = false;
  return {
    opened: () => {
      open = true;
      onOpen();
    },
    message: onMessage,
    closed: (code: number) =>
      onEnd(open ? { kind: 'closed', code, reason: '' } : { kind: 'refused' }),
  };
}
