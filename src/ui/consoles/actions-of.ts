import type { WindowPanel } from '../../domain/routes/routes.ts';
import { SERVER_ACTION } from '../../protocol/enumerations.ts';
import type { Action } from '../actions/why-not.ts';

/** What can be asked for in a panel: what stands against it is said beside it. */
export const PANEL_ACTIONS: Readonly<Record<WindowPanel, readonly Action[]>> = {
  console: [SERVER_ACTION.RAW],
  feed: [],
  players: [SERVER_ACTION.MESSAGE_PRIVATE, SERVER_ACTION.SERVER_KICK],
};
