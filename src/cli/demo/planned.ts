/** What the servers of a demo do by themselves: a restart a day, and one that comes soon. */
import type { Writing } from '../../domain/resources/rule.ts';
import { zoneNamed } from '../../domain/zone.ts';
import type { WriteContext } from '../../host/change/kept-rows.ts';
import { addRow } from '../../host/resources/write.ts';
import { newId } from '../../host/store/ids.ts';
import { DEMO_ACCOUNT } from '../../protocol/account/demo.ts';
import { GAME, SERVER_ACTION } from '../../protocol/enumerations.ts';
import { factsOf } from '../../protocol/games/games.ts';
import type { FleetServer } from './fleet-server.ts';

const MINUTE = 60_000;
const DAY = 1_440;
/** Five in the morning. */
const NIGHTLY = 300;
/** Where that is sooner than this, it is so much later: nobody looks at a fleet to see all of it restart. */
const [TOO_SOON, LATER] = [90, 120];
/** The first server restarts so many minutes after the demo began. */
const SOON = 14;
const WARNINGS = [15, 5, 1].map((minutes) => ({
  minutes,
  text: 'The server restarts in {minutes} min.',
}));

/** Plans the restarts of a fleet; servers that only Steam knows, or that nobody restarts, have none. */
export async function planRestarts(
  context: Omit<WriteContext, 'now'>,
  fleet: readonly FleetServer[],
  ids: readonly string[],
): Promise<void> {
  const now = Date.now();
  const owner = await context.db
    .selectFrom('servers')
    .innerJoin('accounts', 'accounts.id', 'servers.owner')
    .select('accounts.id')
    .executeTakeFirstOrThrow();
  const { displayName: display_name } = DEMO_ACCOUNT.owner;
  const by: Writing = { muster_id: owner.id, display_name, at: now };
  for (const [index, { game, timezone, restartEveryHours }] of fleet.entries()) {
    if (restartEveryHours === 0) continue;
    const here = Math.floor((zoneNamed(timezone)?.local(now) ?? now) / MINUTE) % DAY;
    const isSoon = (NIGHTLY - here + DAY) % DAY < TOO_SOON;
    const times = [
      ['Daily restart', isSoon ? NIGHTLY + LATER : NIGHTLY],
      ...(index === 0 ? ([['Restart for the event', (here + SOON) % DAY]] as const) : []),
    ] as const;
    for (const [name, minutes] of times) {
      await addRow(
        { ...context, now },
        { resource: 'jobs', server_id: ids[index] ?? '', id: newId(now) },
        {
          name,
          enabled: true,
          days: [0, 1, 2, 3, 4, 5, 6],
          time: { kind: 'absolute', minutes },
          action: SERVER_ACTION.SERVER_RESTART,
          parameter: null,
          warnings: WARNINGS,
          lock_before: factsOf(GAME[game]).actions.includes('SERVER_LOCK') ? 2 : null,
          kick_before: null,
        },
        by,
      );
    }
  }
}
