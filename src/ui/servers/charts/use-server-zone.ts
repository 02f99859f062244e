import { Zone, zoneNamed } from '../../../domain/zone.ts';
import { useOne } from '../../data/use-view.ts';
import { ownTimeZone } from '../../parts/time-zones.ts';

const CONFIGURATION = ['configuration'] as const;

/** The clock of a server; of the browser where that does not know the server's zone. */
export function useServerZone(serverId: string): Zone {
  const { row } = useOne({ view: 'server', server_id: serverId }, CONFIGURATION);
  return zoneNamed(row?.configuration.timezone ?? '') ?? own;
}

const own = new Zone(ownTimeZone());
