import type { FastifyInstance } from 'fastify';
import type { HostDeps } from '../calls/deps.ts';
import { registerAcsrfToken } from './acsrf-token.ts';
import { registerBootstrap } from './bootstrap.ts';
import { registerLogout } from './logout.ts';
import { registerSessionData } from './session-data.ts';
import { registerStatus } from './status.ts';

/** The calls under `@me`. */
export function registerSession(app: FastifyInstance, deps: HostDeps): void {
  registerStatus(app, deps);
  registerBootstrap(app, deps);
  registerSessionData(app, deps);
  registerAcsrfToken(app, deps);
  registerLogout(app, deps);
}
