import { EVENTS, type EventData, type EventName } from '../../protocol/events.ts';
import { parseStream } from '../../protocol/streams.ts';
import { encodeStreamFrame, textOf, type StreamFrame } from './frame.ts';

/** How some are told what happens on a server: the events that they hear of, and what of each. */
export type Retelling = { readonly [N in EventName]?: (data: EventData<N>) => EventData<N> };

/** An event as it is told. */
export interface Told {
  readonly event: EventName;
  readonly data: unknown;
}

/** Of what they hear nothing, they are told as of a change of nothing, so that the sequence goes on. */
export function retell(retelling: Retelling, event: string, data: unknown, serverId: string): Told {
  const told = isKnown(event)
    ? (retelling[event] as ((data: unknown) => unknown) | undefined)
    : undefined;
  if (told !== undefined) return { event: event as EventName, data: told(data) };
  return { event: 'server:update', data: { server_id: serverId, type: 'population', server: {} } };
}

/** Makes frames of servers as they are given to those: each once for all of them. */
export function retoldFrames(retelling: Retelling): (frame: StreamFrame) => StreamFrame {
  const made = new WeakMap<StreamFrame, StreamFrame>();
  return (frame) => {
    const { stream, seq, at } = frame;
    const name = parseStream(stream);
    if (name?.resource !== 'server') return frame;
    const known = made.get(frame);
    if (known !== undefined) return known;
    const { event, data } = JSON.parse(textOf(frame.bytes)) as { event: string; data: unknown };
    const told = retell(retelling, event, data, name.id);
    const retold = encodeStreamFrame(stream, seq, at, told.event, JSON.stringify(told.data));
    made.set(frame, retold);
    return retold;
  };
}

function isKnown(event: string): event is EventName {
  return Object.hasOwn(EVENTS, event);
}
