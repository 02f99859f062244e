/** The worker, wired to its tabs. Read by `main.ts`, so that browsers keep its code compiled. */
import './zod-jitless.ts';
import { expose } from 'comlink';
import { browserEnvironment } from './browser-environment.ts';
import { createCommands } from './commands/commands.ts';
import type { TabMessage, World } from './contract.ts';
import { DisplayRest } from './session/display-rest.ts';
import { RestClient } from './session/rest.ts';
import { LateStorage } from './store/late-storage.ts';
import type { Channel } from './tabs/tabs.ts';
import { Worker } from './worker.ts';

declare const self: SharedWorkerGlobalScope;
declare global {
  interface ImportMeta {
    /** Vite's, in development alone. */
    readonly hot?: { on(event: 'vite:beforeFullReload', callback: () => void): void };
  }
}

const build = self.location.pathname;
const { world, origin } = parseWorkerName(self.name);
const environment = browserEnvironment(origin, build, world);
const worker = new Worker(
  environment,
  new LateStorage(environment, world),
  crypto.randomUUID(),
  world === 'display' ? new DisplayRest(environment) : new RestClient(environment),
  () => self.close(),
);

function portChannel(port: MessagePort): Channel {
  return {
    post: (message, transfer = []) => port.postMessage(message, [...transfer]),
    listen(receive) {
      port.onmessage = (event: MessageEvent<TabMessage>) => receive(event.data);
    },
    close: () => port.close(),
  };
}

/** Takes a tab that connects. */
export function serve(port: MessagePort): void {
  expose(
    createCommands(worker, portChannel, () => port.close()),
    port,
  );
}

self.addEventListener('online', () => worker.link.nudge());
self.addEventListener('offline', () => worker.link.probe());

// In development: the pages load again, and so must this worker, or they would meet the old one.
import.meta.hot?.on('vite:beforeFullReload', () => self.close());

worker.start().catch((error: unknown) => environment.log('The worker could not start.', error));

/** Reads what a page named its worker. */
function parseWorkerName(name: string): { readonly world: World; readonly origin: string } {
  const [world, origin = ''] = name.split(' ');
  return { world: world === 'display' ? 'display' : 'account', origin };
}
