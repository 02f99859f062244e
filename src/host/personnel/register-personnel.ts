import type { FastifyInstance } from 'fastify';
import type { HostDeps } from '../calls/deps.ts';
import { registerPersonnelList } from './personnel-list.ts';
import { registerPersonnelSet } from './personnel-set.ts';

/** Who may do something with a server. */
export function registerPersonnel(app: FastifyInstance, deps: HostDeps): void {
  registerPersonnelList(app, deps);
  registerPersonnelSet(app, deps);
}
