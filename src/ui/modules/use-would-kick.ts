import type { CallInput } from '../../worker/contract.ts';
import { useResource } from '../data/use-resource.ts';
import { useOne } from '../data/use-view.ts';
import { useCall, type Called } from '../parts/use-call.ts';
import { usePaced } from '../parts/use-paced.ts';

/** A server on which people come and go is not counted more often than this. */
const PACE_MS = 5_000;
const POPULATION = ['population'] as const;

/**
 * How many of those who are on now would be kicked by what is tried; null: nothing is. It is counted again as people come
 * and go, and as the buckets of the server become others.
 */
export function useWouldKick(
  serverId: string,
  tried: NonNullable<CallInput<'modulesPreview'>['body']> | null,
  /** Of what is tried beside that. */
  of: number | string = 0,
): Called<'modulesPreview'> {
  const players = useOne({ view: 'server', server_id: serverId }, POPULATION).row?.population
    .players;
  const { rows } = useResource('serverBuckets', serverId);
  const buckets = rows.map(({ id, entries, changed_at }) => [id, entries, changed_at]);
  const version = usePaced(JSON.stringify([players, buckets, of]), PACE_MS);
  const input = tried === null ? null : { params: { server_id: serverId }, body: tried };
  return useCall('modulesPreview', input, version);
}
