import { useMemo } from 'react';
import type { ServerRow } from '../../domain/rows.ts';
import type { Schedule } from '../../domain/schedules/occurrences.ts';
import { processStart } from '../../domain/servers/uptime.ts';
import { zoneNamed } from '../../domain/zone.ts';
import { useTextOfNow } from '../data/clock.ts';
import { hostTime } from '../data/host-clock.ts';
import { useResource } from '../data/use-resource.ts';

const MINUTE = 60_000;

/** The minute of the host that it is, epoch ms. */
const minuteOf = (now: number) => String(Math.floor(hostTime(now) / MINUTE) * MINUTE);

export type Scheduled = Pick<ServerRow, 'id' | 'configuration' | 'environment'>;

/**
 * All that the times of a server follow from, and the minute that it is; null where the browser does not know its time
 * zone. Who may not read its jobs has none here.
 */
export function useSchedule({ id, configuration, environment }: Scheduled): {
  readonly schedule: Schedule | null;
  /** What the host has not told yet of it. */
  readonly untold: { readonly jobs: boolean; readonly plans: boolean };
  readonly now: number;
} {
  const { rows: jobs, told: jobsTold } = useResource('jobs', id);
  const { rows: plans, told: plansTold } = useResource('plans', id);
  // What is coming changes with the minute.
  const now = Number(useTextOfNow(minuteOf));
  const zone = zoneNamed(configuration.timezone);
  const schedule = useMemo(
    () => (zone === null ? null : { zone, startedAt: processStart(environment), jobs, plans }),
    [zone, environment, jobs, plans],
  );
  return { schedule, untold: { jobs: !jobsTold, plans: !plansTold }, now };
}
