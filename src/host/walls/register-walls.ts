import type { FastifyInstance } from 'fastify';
import type { HostDeps } from '../calls/deps.ts';
import { registerDisplayData } from './display-data.ts';
import { registerDisplayEdit } from './display-edit.ts';
import { registerDisplayPair } from './display-pair.ts';
import { registerDisplaysList } from './displays-list.ts';
import { registerPairing } from './pairing.ts';
import { registerWallChanges } from './wall-changes.ts';
import { registerWallReads } from './wall-reads.ts';

/** The calls for walls, for displays, and of displays. */
export function registerWalls(app: FastifyInstance, deps: HostDeps): void {
  registerWallReads(app, deps);
  registerWallChanges(app, deps);
  registerDisplaysList(app, deps);
  registerDisplayPair(app, deps);
  registerDisplayEdit(app, deps);
  registerPairing(app, deps);
  registerDisplayData(app, deps);
}
