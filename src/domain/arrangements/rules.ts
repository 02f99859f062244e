import type { CallRule } from '../resources/rule.ts';

/** Pages are as somebody arranges them. */
export const ARRANGEMENT_SET: CallRule<'arrangementSet', 'arrangements'> = {
  resource: 'arrangements',
  after: ({ account }, { body }) => {
    const id = account.get('me')?.muster_id;
    return id === undefined ? undefined : { row_id: id, row: { id, server_id: null, ...body } };
  },
};
