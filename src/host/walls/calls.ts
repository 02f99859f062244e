import { wallCreate, wallDelete, wallRead, wallUpdate } from './wall-calls.ts';
import { displayEdit, displayRevoke } from './display-edit.ts';
import { displayPair, pairingClaim, pairingStart } from './pairing.ts';
import { displayDay, displayPopulation, displayServers, displaySession } from './display-data.ts';

/** The calls for walls, for displays, and of displays. */
export const wallCalls = {
  wallRead,
  wallCreate,
  wallUpdate,
  wallDelete,
  displayPair,
  displayEdit,
  displayRevoke,
  pairingStart,
  pairingClaim,
  displaySession,
  displayServers,
  displayDay,
  displayPopulation,
};
