import { serversList } from './list.ts';
import { serversTest } from './test-connection.ts';
import { serversAdd } from './add.ts';
import { serverEdit } from './edit.ts';
import { serverDelete } from './delete.ts';
import { serverPopulation } from './population-history.ts';

/** The calls for servers. */
export const serverCalls = {
  serversList,
  serversTest,
  serversAdd,
  serverEdit,
  serverDelete,
  serverPopulation,
};
