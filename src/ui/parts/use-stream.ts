import type { StreamRow } from '../../domain/rows.ts';
import { useRows } from '../data/use-view.ts';

/** How much of a server's feed or console is held; undefined until the host has told anything of it. */
export function useStream(serverId: string, which: 'feed' | 'console'): StreamRow | undefined {
  return useRows({ view: 'streams', server_id: serverId }).rows.find((stream) =>
    stream.id.endsWith(`/${which}`),
  );
}
