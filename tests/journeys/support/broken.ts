import { startFaultProxy } from '../../support/fault-proxy.ts';
import { test as base } from './portal.ts';

interface Broken {
  readonly faults: Awaited<ReturnType<typeof startFaultProxy>>;
  /** Where browsers find the portal: by way of the proxy. */
  readonly origin: string;
}

/** A portal behind a network that can be broken. */
export const test = base.extend<Broken>({
  faults: async ({ host }, use) => {
    const proxy = await startFaultProxy(() => host.port);
    await use(proxy);
    await proxy.stop();
  },
  origin: async ({ faults }, use) => {
    await use(`http://127.0.0.1:${faults.port}`);
  },
});
