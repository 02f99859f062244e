import type { BareMessage } from './bare-worker.ts';
import type { Contender } from './shown.ts';

/** The least that could be done: one socket in a shared worker, and nothing stored. */
export function bare(): Contender {
  const worker = new SharedWorker(new URL('./bare-worker.ts', import.meta.url), { type: 'module' });
  let answered: (kept: number) => void = () => undefined;
  return {
    open: ({ probeId, shown }) =>
      new Promise((resolve) => {
        worker.port.onmessage = ({ data }: MessageEvent<BareMessage>) => {
          if (data.kept !== null) answered(data.kept);
          shown.probe(data.probe);
          shown.top(data.top);
          resolve();
        };
        worker.port.postMessage({ probeId });
      }),
    kept: () =>
      new Promise((resolve) => {
        answered = resolve;
        worker.port.postMessage('kept');
      }),
  };
}
