import type { BareMessage } from './bare-worker.ts';
import type { Contender, HeldRows } from './shown.ts';

/** The least that could be done: one socket in a shared worker, and nothing stored. */
export function bare(): Contender {
  const worker = new SharedWorker(new URL('./bare-worker.ts', import.meta.url), { type: 'module' });
  let answered: (held: HeldRows) => void = () => undefined;
  return {
    open: ({ probeId, shown }) =>
      new Promise((resolve) => {
        worker.port.onmessage = ({ data }: MessageEvent<BareMessage>) => {
          if (data.held !== null) answered(data.held);
          shown.probe(data.probe);
          shown.top(data.top);
          resolve();
        };
        worker.port.postMessage({ probeId });
      }),
    held: () =>
      new Promise((resolve) => {
        answered = resolve;
        worker.port.postMessage('held');
      }),
  };
}
