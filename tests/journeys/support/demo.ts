import { START, startServing } from '../../support/serving.ts';
import { METRICS_TOKEN } from '../../support/metric.ts';

/** A demo as `npm start -- --demo` runs it, in a process of its own. */
export async function startDemo(
  servers: number,
): Promise<{ readonly origin: string; stop(): Promise<void> }> {
  const options = ['--demo', '--servers', String(servers), '--port', '0'];
  const env = { ...process.env, MUSTER_METRICS_TOKEN: METRICS_TOKEN };
  const { origin, end } = await startServing(START, options, env);
  return {
    origin,
    async stop() {
      await end('SIGTERM');
    },
  };
}
