import type { DomainEvent } from '../../domain/event.ts';
import { parseStream } from '../../protocol/streams.ts';

/**
 * An event as the log keeps it; null where it tells of addresses, identifiers or e-mail, or is
 * nothing that a replay needs.
 */
export function logLine(event: DomainEvent): string | null {
  if (event.source === 'rest' && (event.event === 'session' || event.event === 'personal')) {
    return null;
  }
  if (event.source === 'realtime') {
    if (event.event === 'keepalive') return null;
    const name = event.stream === undefined ? null : parseStream(event.stream);
    if (name?.resource === 'server' && name.audience === 'feed-personal') return null;
  }
  return JSON.stringify(event);
}
