import type { FastifyInstance } from 'fastify';
import { registerServersAdd } from './add.ts';
import { registerServerDelete } from './delete.ts';
import type { ServerDeps } from './deps.ts';
import { registerServerEdit } from './edit.ts';
import { registerServersList } from './list.ts';
import { registerServerPopulation } from './population.ts';
import { registerServerSettings } from './settings.ts';
import { registerServersTest } from './test-connection.ts';

/** The calls for servers. */
export function registerServers(app: FastifyInstance, deps: ServerDeps): void {
  registerServersList(app, deps);
  registerServersTest(app, deps);
  registerServersAdd(app, deps);
  registerServerSettings(app, deps);
  registerServerEdit(app, deps);
  registerServerDelete(app, deps);
  registerServerPopulation(app, deps);
}
