import type { EventData } from '../../protocol/events.ts';
import { parseStream, startsAnew } from '../../protocol/streams.ts';
import type { Change } from '../change.ts';
import { Draft } from '../draft.ts';
import { cursorOf } from '../position.ts';
import { dropStream } from '../servers/forget.ts';
import type { Rows } from '../state.ts';

type Attached = EventData<'ack'>['streams'][number];

/**
 * Streams that the socket follows from now on, and some that it no longer follows: what those told
 * is forgotten. A stream that goes on where we stand keeps its rows; so does one that does not, until
 * its snapshot comes. One whose head is behind what we hold was started again by the host: its rows are
 * of another history and go. Metrics and pages have no snapshot: their head row begins here.
 */
export function reduceAttached(
  rows: Rows,
  attached: readonly Attached[],
  detached: readonly string[],
  rebuilt: boolean,
): readonly Change[] {
  const draft = new Draft(rows);
  for (const stream of detached) dropStream(rows, draft, stream);
  for (const { stream, head, resumed } of attached) {
    if (resumed) continue;
    const held = cursorOf(rows, stream);
    const name = parseStream(stream);
    const anew = startsAnew(name);
    if (held !== undefined && (anew || rebuilt || head < held)) dropStream(rows, draft, stream);
    if (anew) {
      draft.put('streams', stream, {
        id: stream,
        server_id: name.resource === 'server' ? name.id : null,
        position: head,
        floor: head + 1,
        more: false,
      });
    }
  }
  return draft.changes();
}
