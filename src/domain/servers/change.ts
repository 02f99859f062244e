import type { Change } from '../change.ts';
import type { ServerRow } from '../rows.ts';

/** A server at its next position, with other figures or the same. Written out: this is the hot path. */
export function serverChange(
  before: ServerRow,
  position: number,
  population: ServerRow['population'] = before.population,
  environment: ServerRow['environment'] = before.environment,
): Change {
  return {
    table: 'servers',
    id: before.id,
    before,
    after: {
      id: before.id,
      position,
      configuration: before.configuration,
      state: before.state,
      population,
      environment,
      deployment: before.deployment,
    },
  };
}
