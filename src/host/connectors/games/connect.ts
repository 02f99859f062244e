/** Makes the connector of a server, by the remote control of its game. */
import { GAMES } from '../../../protocol/games/games.ts';
import { QueryConnector } from '../a2s/connector.ts';
import { bounded } from '../bounded.ts';
import { Budget, budgetedPorts } from '../budget.ts';
import type { ConnectorTarget, GameConnector, GameFact } from '../contract.ts';
import type { ConnectorPorts } from '../ports.ts';
import { CONTROLS } from './controls.ts';
import { JoinedConnector } from './joined.ts';

/**
 * The connector for a target; it does nothing until `start`. Without a remote control the server is only
 * looked at, and every command is answered `unsupported`. However much the server says, so much of it is
 * heard; whatever it says, the facts are within the limits.
 */
export function createConnector(
  target: ConnectorTarget,
  ports: ConnectorPorts,
  onFact: (fact: GameFact) => void,
): GameConnector {
  const { clock } = ports;
  const budget = new Budget(clock, (text) =>
    onFact({ at: clock.now(), kind: 'console', direction: 'in', text }),
  );
  return unboundedConnector(target, budgetedPorts(ports, budget), (fact) => onFact(bounded(fact)));
}

/** The same without a budget and limits: everything that comes is read. */
export function unboundedConnector(
  target: ConnectorTarget,
  ports: ConnectorPorts,
  onFact: (fact: GameFact) => void,
): GameConnector {
  const { rcon } = target;
  const { control } = GAMES[target.game];
  if (control === 'none' || rcon === null) return new QueryConnector(target, ports, onFact);
  const { Connector } = CONTROLS[control];
  return new JoinedConnector(
    target,
    ports,
    (hear) => new Connector({ ...target, rcon }, ports, hear),
    onFact,
  );
}
