import type { Front, SimServerState } from '../front.ts';
import type { Gate } from '../gate.ts';
import type { SimLog } from '../log.ts';
import type { DatagramPort } from '../net/network.ts';
import type { ResolvedOptions } from '../options.ts';
import { QueryServer } from './query-server.ts';
import type { QueryView } from './view.ts';

/** Steam's queries to one server. They are answered once the mission runs. */
export class QueryFront implements Front {
  readonly port: DatagramPort;
  #answers = false;

  constructor(options: ResolvedOptions, log: SimLog, gate: Gate, view: () => QueryView) {
    const query = new QueryServer({
      view,
      now: () => options.clock.now(),
      secret: `${options.seed} ${options.name}`,
      splitAbove: options.splitAbove,
    });
    this.port = options.network.datagramPort(options.host, options.queryPort, {
      receive: (datagram, from) =>
        gate.pass(() => {
          if (!this.#answers) return;
          for (const answer of query.receive(datagram, `${from.address}:${from.port}`)) {
            this.port.send(answer, from);
          }
        }),
      failed: (error) => log.add(log.problems, error),
    });
  }

  enter(state: SimServerState): void {
    this.#answers = state === 'running';
  }
}
