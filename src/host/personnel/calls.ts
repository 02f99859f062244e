import { personnelList } from './personnel-list.ts';
import { personnelSet } from './personnel-set.ts';

/** Who may do something with a server. */
export const personnelCalls = {
  personnelList,
  personnelSet,
};
