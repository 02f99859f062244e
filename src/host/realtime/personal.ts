import { separator, type Separate, type Separated } from '../../domain/personal/separate.ts';
import { EVENTS, type EventData, type EventName } from '../../protocol/events.ts';

const SEPARATE = Object.fromEntries(
  Object.entries(EVENTS).map(([event, schema]) => [event, separator(schema)]),
) as { readonly [N in EventName]: Separate };

/** Takes out of an event what a person may ask to have erased: the log keeps the rest, and that beside it. */
export function separate<N extends EventName>(event: N, data: EventData<N>): Separated {
  return SEPARATE[event](data);
}
