/** Every REST call, by name: the table of contents of the API. */
import * as account from './account/calls.ts';
import * as actions from './actions/calls.ts';
import type { Call } from './call.ts';
import * as feed from './feed/calls.ts';
import * as personnel from './personnel/calls.ts';
import * as players from './players/calls.ts';
import { PAGED_CALLS } from './resources/paged-calls.ts';
import { RESOURCE_CALLS } from './resources/calls.ts';
import * as servers from './servers/calls.ts';
import * as session from './session/calls.ts';
import * as statistics from './statistics/calls.ts';
import * as walls from './walls/calls.ts';

export const CALLS = {
  status: session.status,
  bootstrap: session.bootstrap,
  session: session.session,
  acsrfToken: session.acsrfTokenCall,
  logout: session.logout,
  authState: account.authState,
  exploreDemo: account.exploreDemo,
  found: account.found,
  signUp: account.signUp,
  signIn: account.signIn,
  forgotPassword: account.forgotPassword,
  resetPassword: account.resetPassword,
  verifyEmail: account.verifyEmail,
  resendVerification: account.resendVerification,
  serversList: servers.serversList,
  serversTest: servers.serversTest,
  serversAdd: servers.serversAdd,
  serverEdit: servers.serverEdit,
  serverLogUpload: servers.serverLogUpload,
  serverDelete: servers.serverDelete,
  serverPopulation: servers.serverPopulation,
  serverAction: actions.serverAction,
  feedPage: feed.feedPage,
  feedSearch: feed.feedSearch,
  consolePage: feed.consolePage,
  personalPage: feed.personalPage,
  playersByIdentifier: players.playersByIdentifier,
  playerStatistics: statistics.playerStatistics,
  personnelSet: personnel.personnelSet,
  wallCreate: walls.wallCreate,
  wallRead: walls.wallRead,
  wallUpdate: walls.wallUpdate,
  wallDelete: walls.wallDelete,
  displayPair: walls.displayPair,
  displayEdit: walls.displayEdit,
  displayRevoke: walls.displayRevoke,
  pairingStart: walls.pairingStart,
  pairingClaim: walls.pairingClaim,
  displaySession: walls.displaySession,
  displayServers: walls.displayServers,
  displayPopulation: walls.displayPopulation,
  ...RESOURCE_CALLS,
  ...PAGED_CALLS,
} as const satisfies Readonly<Record<string, Call>>;

export type CallName = keyof typeof CALLS;
