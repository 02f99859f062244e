import { isEventName } from '../../protocol/event-names.ts';
import { NO_CHANGES, type Change } from '../change.ts';
import type { RealtimeEvent } from '../event.ts';
import { joinServer, leaveServer } from '../players/reduce.ts';
import type { ServerRow, HistoryRow } from '../rows.ts';
import type { Rows } from '../state.ts';
import { serverChange } from './change.ts';
import { forgetServer } from './forget.ts';
import { capped, historyId } from './population.ts';
import { Draft } from '../draft.ts';

/**
 * The next event of a server's list stream. The position moves with everything that this version
 * knows; after an event that it does not know, the stream shows a gap and is healed by a snapshot.
 */
export function reduceServer(
  rows: Rows,
  server: ServerRow,
  event: RealtimeEvent,
  position: number,
): readonly Change[] {
  switch (event.event) {
    case 'server:update': {
      const { population, environment } = event.data.server;
      const counted = population === undefined ? server.population : capped(population);
      return [serverChange(server, position, counted, environment ?? server.environment)];
    }
    case 'server:state':
      return patched(server, { ...server, position, state: event.data.state });
    case 'update:server':
      return patched(server, { ...server, position, configuration: event.data.configuration });
    case 'omega:deploy':
      return patched(server, {
        ...server,
        position,
        deployment: withStep(server.deployment, event.data.step),
      });
    case 'gsm:player:create':
      return joinServer(rows, server, event.data.player, event.at, position);
    case 'gsm:player:destruct':
      return leaveServer(rows, server, event.data.player.id, event.at, position);
    case 'server:destroy':
      return forgetServer(rows, server.id);
    default:
      return isEventName(event.event) ? [serverChange(server, position)] : NO_CHANGES;
  }
}

function patched(before: ServerRow, after: ServerRow): readonly Change[] {
  return [{ table: 'servers', id: before.id, before, after }];
}

type Steps = ServerRow['deployment'];

function withStep(steps: Steps, step: Steps[number]): Steps {
  const known = steps.some((other) => other.step === step.step);
  return known ? steps.map((other) => (other.step === step.step ? step : other)) : [...steps, step];
}

/** Population history as the host answered it; replaces what is held of the span. */
export function reduceHistory(rows: Rows, data: Omit<HistoryRow, 'id'>): readonly Change[] {
  const id = historyId(data);
  const draft = new Draft(rows);
  draft.put('history', id, { id, ...data });
  return draft.changes();
}
