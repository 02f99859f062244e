import type { FastifyInstance } from 'fastify';
import { registerActions } from '../../src/host/actions/register-actions.ts';
import { Waiting } from '../../src/host/actions/waiting.ts';
import { addressRule } from '../../src/host/connectors/address-rule.ts';
import { systemPorts } from '../../src/host/connectors/udp.ts';
import { registerFeatures } from '../../src/host/features.ts';
import { registerGameLogs } from '../../src/host/game-logs/register-game-logs.ts';
import { registerFeed } from '../../src/host/feed/pages.ts';
import { registerPlayersByIdentifier } from '../../src/host/players/by-identifier.ts';
import { registerServers } from '../../src/host/servers/register-servers.ts';
import { accountDepsOf } from './accounts.ts';
import { createTestApp, type TestDeps } from './host.ts';

/** An app in memory with the routes of every call, over the host's own features. */
export async function createFeaturesApp(
  test: Pick<TestDeps, 'deps' | 'connection'>,
): Promise<FastifyInstance> {
  const { deps } = accountDepsOf(test);
  return createTestApp(
    deps,
    (app) => registerFeatures(app, deps),
    (app) =>
      registerServers(app, {
        ...deps,
        ports: systemPorts,
        addressRule: addressRule(deps.settings),
      }),
    (app) => registerActions(app, { ...deps, waiting: new Waiting() }),
    (app) => registerFeed(app, deps),
    (app) => registerPlayersByIdentifier(app, deps),
    (app) => registerGameLogs(app, { ...deps, connection: test.connection }),
  );
}
