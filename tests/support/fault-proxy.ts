import { createServer, connect, type AddressInfo, type Socket } from 'node:net';

/** What stands between a browser and the host, and can break. Playwright cannot touch a SharedWorker's traffic. */
export interface FaultProxy {
  readonly port: number;
  /** Cuts every connection and refuses new ones: the cable is out. */
  cut(): void;
  /** Keeps connections open and passes nothing on: half-open, as after a NAT forgot them. */
  stall(): void;
  /** Everything passes again. Stalled connections are cut, as they would be by a reset. */
  heal(): void;
  /** Cuts every connection once; new ones pass. */
  drop(): void;
  /** Connections that are open now. */
  open(): number;
  /** Connections that were refused so far. */
  refused(): number;
  stop(): Promise<void>;
}

/**
 * Starts a proxy on a free port of loopback. `target`, a port of loopback or the path of a socket, is asked at
 * each connection, since a host may move.
 */
export async function startFaultProxy(target: () => number | string): Promise<FaultProxy> {
  const pairs = new Set<readonly [Socket, Socket]>();
  let mode: 'pass' | 'cut' | 'stall' = 'pass';
  let refused = 0;

  const server = createServer((client) => {
    if (mode === 'cut') {
      refused += 1;
      client.resetAndDestroy();
      return;
    }
    const to = target();
    const upstream = typeof to === 'number' ? connect(to, '127.0.0.1') : connect(to);
    const pair = [client, upstream] as const;
    pairs.add(pair);
    const end = () => {
      pairs.delete(pair);
      client.destroy();
      upstream.destroy();
    };
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      from.on('data', (chunk) => {
        if (mode === 'pass') to.write(chunk);
      });
      // A broken socket closes next; what matters is that its other side goes with it.
      from.on('error', end);
      from.on('close', end);
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });

  const drop = () => {
    for (const [client, upstream] of pairs) {
      client.resetAndDestroy();
      upstream.destroy();
    }
    pairs.clear();
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      mode = 'cut';
      drop();
    },
    stall() {
      mode = 'stall';
    },
    heal() {
      if (mode === 'stall') drop();
      mode = 'pass';
    },
    drop,
    open: () => pairs.size,
    refused: () => refused,
    async stop() {
      drop();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
