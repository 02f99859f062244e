import { serverInfo, serversList } from './list.ts';
import { serversFind } from './find.ts';
import { serversTest } from './test-connection.ts';
import { serversAdd } from './add.ts';
import { serverEdit } from './edit.ts';
import { serverDelete } from './delete.ts';
import { serversDay } from './days.ts';
import { navSet } from './nav.ts';
import { serverPopulation } from './population-history.ts';

/** The calls for servers. */
export const serverCalls = {
  serversList,
  serversTest,
  serversFind,
  serversAdd,
  serverEdit,
  serverInfo,
  serverDelete,
  serverPopulation,
  serversDay,
  navSet,
};
