import type { FastifyInstance } from 'fastify';
import { PendingOutcomes } from '../../src/host/actions/pending-outcomes.ts';
import { addressRule } from '../../src/host/connectors/address-rule.ts';
import { systemPorts } from '../../src/host/connectors/udp.ts';
import { VpnLists } from '../../src/host/doors/vpn-lists.ts';
import { Countries } from '../../src/host/doors/countries.ts';
import { HANDLERS, type FeatureDeps } from '../../src/host/features.ts';
import type { AppDeps } from '../../src/host/http/app.ts';
import { accountDepsOf } from './accounts.ts';
import { createTestApp, type TestDeps } from './host.ts';

/** What every call of the host needs, over the dependencies of a test. */
export function featureDepsOf(
  test: Pick<TestDeps, 'deps' | 'connection'>,
  waiting = new PendingOutcomes(),
): FeatureDeps & AppDeps {
  const { deps } = accountDepsOf(test);
  return {
    ...deps,
    connection: test.connection,
    ports: systemPorts,
    addressRule: addressRule(deps.settings),
    waiting,
    countries: new Countries(undefined, deps.log),
    vpnLists: new VpnLists({ list: deps.settings.vpnData, systems: deps.settings.asnData }, deps),
  };
}

/** An app in memory with the routes of every call, over the host's own features. */
export async function createFeaturesApp(
  test: Pick<TestDeps, 'deps' | 'connection'>,
  waiting?: PendingOutcomes,
): Promise<FastifyInstance> {
  return createTestApp(featureDepsOf(test, waiting), HANDLERS);
}
