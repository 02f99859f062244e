import { may } from '../../domain/permissions.ts';
import type { ResourceView } from '../../domain/queries.ts';
import type { AccountRow } from '../../domain/rows.ts';
import type { RowOf } from '../../protocol/resources/registry.ts';
import type { AskedWrite } from '../../worker/contract.ts';
import { useCommands } from '../data/use-view.ts';
import { newRequestId } from '../parts/request-id.ts';

export type Note = ResourceView<'notes'>;

/**
 * What somebody does with notes. It shows at once in every tab, and is taken back where the host refuses it; answers
 * whether it was done.
 */
export interface NoteWrites {
  readonly add: (player_id: string, comment: string) => Promise<boolean>;
  readonly edit: (note: Note, comment: string) => Promise<boolean>;
  readonly remove: (note: Note) => Promise<boolean>;
  readonly restore: (note: RowOf<'notes'>) => void;
  /** A refusal was read. */
  readonly dismiss: (writeId: string) => void;
}

export function useNoteWrites(server_id: string): NoteWrites {
  const commands = useCommands();
  const write = async (asked: AskedWrite) => (await commands.write(asked)).ok;
  const of = (row_id: string) => {
    return { id: newRequestId(), resource: 'notes', server_id, row_id } as const;
  };
  return {
    add: (player_id, comment) => {
      const values = { player_id, comment };
      return write({ ...of(newRequestId()), write: 'add', values });
    },
    edit: (note, comment) => write({ ...of(note.id), write: 'edit', values: { comment } }),
    remove: (note) => write({ ...of(note.id), write: 'remove' }),
    restore: (row) => void write({ ...of(row.id), write: 'restore', row }),
    dismiss: (writeId) => void commands.dismiss(writeId),
  };
}

/** What an account may do with a server's notes. */
export function notePermissions(account: AccountRow, serverId: string) {
  return {
    view: may(account, serverId, 'server.notes.view'),
    edit: may(account, serverId, 'server.notes.edit'),
    remove: may(account, serverId, 'server.notes.remove'),
  };
}
