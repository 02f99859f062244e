import type { Control } from '../../../protocol/games/games.ts';
import type { OpenAttempt } from '../attempt.ts';
import { openBattlEyeAttempt } from '../battleye/attempt.ts';
import { BattlEyeConnector } from '../battleye/connector.ts';
import type { GameFact, RconConnector, RconTarget } from '../contract.ts';
import type { ConnectorPorts } from '../ports.ts';
import { openRustAttempt } from '../rust/attempt.ts';
import { RustConnector } from '../rust/connector.ts';

/** How a protocol of remote control is spoken. */
interface Spoken {
  readonly Connector: new (
    target: RconTarget,
    ports: ConnectorPorts,
    onFact: (fact: GameFact) => void,
  ) => RconConnector;
  /** One log-in, for the test of a connection. */
  readonly openAttempt: OpenAttempt;
}

/** Every protocol of remote control: one without a connector does not compile. */
export const CONTROLS: Readonly<Record<Exclude<Control, 'none'>, Spoken>> = {
  battleye: { Connector: BattlEyeConnector, openAttempt: openBattlEyeAttempt },
  webrcon: { Connector: RustConnector, openAttempt: openRustAttempt },
};
