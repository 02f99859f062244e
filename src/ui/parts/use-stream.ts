import type { StreamRow } from '../../domain/rows.ts';
import { serverStream } from '../../protocol/streams.ts';
import { useRow, useView } from '../data/use-view.ts';

/**
 * How much of a server's feed or console is held; undefined until the host has told anything of it. Renders again only
 * where that is another: the other streams of a server move on with each ping.
 */
export function useStream(serverId: string, which: 'feed' | 'console'): StreamRow | undefined {
  const { row } = useView({ view: 'streams', server_id: serverId });
  const whole = useRow(row(serverStream(serverId, which)));
  const filtered = useRow(row(serverStream(serverId, `${which}-filtered`)));
  return whole ?? filtered;
}

/** Whether what is told of it leaves out addresses and identifiers. */
export function isFilteredStream(stream: StreamRow | undefined): boolean {
  return stream?.id.endsWith('-filtered') ?? false;
}
