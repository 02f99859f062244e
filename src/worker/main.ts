/**
 * The SharedWorker's entry. Chromium never reads the compiled code that it keeps of a worker's own file, nor of what that
 * imports at once, and does for what is imported later: this file keeps the tabs that connect until the worker is there.
 */
import type { Unable } from './contract.ts';

declare const self: SharedWorkerGlobalScope;

const waiting: MessagePort[] = [];
let take = (port: MessagePort): void => void waiting.push(port);

self.onconnect = ({ ports }) => ports.forEach((port) => take(port));

import('./serve.ts').then(
  ({ serve }) => {
    take = serve;
    waiting.splice(0).forEach((port) => serve(port));
  },
  (error: unknown) => {
    console.error('The worker could not be loaded.', error);
    for (const port of waiting) port.postMessage('unable' satisfies Unable);
    self.close();
  },
);
