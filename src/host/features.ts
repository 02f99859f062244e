import type { FastifyInstance } from 'fastify';
import type { AccountDeps } from './account/deps.ts';
import { registerAccount } from './account/register-account.ts';
import { registerAudit } from './audit/server-audit.ts';
import { registerPersonnel } from './personnel/register-personnel.ts';
import { registerSession } from './session/register-session.ts';
import { registerWalls } from './walls/register-walls.ts';

/** What the features need together. */
export type FeatureDeps = AccountDeps;

/** The routes of every feature: each call of the protocol has its own in one of them. */
export function registerFeatures(app: FastifyInstance, deps: FeatureDeps): void {
  registerSession(app, deps);
  registerAccount(app, deps);
  registerPersonnel(app, deps);
  registerAudit(app, deps);
  registerWalls(app, deps);
}
