import { accountCalls } from './account/calls.ts';
import type { AccountDeps } from './account/deps.ts';
import { serverAction, type ActionDeps } from './actions/server-action.ts';
import type { Handlers } from './calls/handler.ts';
import { consolePage, feedPage, personalPage } from './feed/pages.ts';
import { feedSearch } from './feed/search.ts';
import { serverLogUpload, type GameLogDeps } from './game-logs/calls.ts';
import { LOG_ROWS } from './game-logs/rows.ts';
import { personnelSet } from './personnel/personnel-set.ts';
import { PERSONNEL_ROWS } from './personnel/rows.ts';
import { playersByIdentifier } from './players/by-identifier.ts';
import { pagedCalls } from './resources/paged-calls.ts';
import { resourceCalls } from './resources/calls.ts';
import { toldCalls } from './resources/told-calls.ts';
import { serverCalls } from './servers/calls.ts';
import { SETTINGS_ROWS } from './servers/settings.ts';
import type { ServerDeps } from './servers/deps.ts';
import { sessionCalls } from './session/calls.ts';
import { playerStatistics } from './statistics/player-statistics.ts';
import { wallCalls } from './walls/calls.ts';
import { DISPLAY_ROWS } from './walls/display-rows.ts';
import { WALL_ROWS } from './walls/wall-rows.ts';

/** What the features need together. */
export type FeatureDeps = AccountDeps & ServerDeps & ActionDeps & GameLogDeps;

/** The handler of every call: one that has none does not compile. */
export const HANDLERS = {
  ...sessionCalls,
  ...accountCalls,
  ...serverCalls,
  serverLogUpload,
  serverAction,
  feedPage,
  feedSearch,
  consolePage,
  personalPage,
  playersByIdentifier,
  playerStatistics,
  personnelSet,
  ...wallCalls,
  ...resourceCalls,
  ...toldCalls({
    personnel: PERSONNEL_ROWS,
    settings: SETTINGS_ROWS,
    logs: LOG_ROWS,
    displays: DISPLAY_ROWS,
    walls: WALL_ROWS,
  }),
  ...pagedCalls,
} satisfies Handlers<FeatureDeps>;
