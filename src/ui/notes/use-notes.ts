import { may } from '../../domain/permissions.ts';
import type { ResourceView } from '../../domain/queries.ts';
import type { AccountRow } from '../../domain/rows.ts';
import type { RowOf } from '../../protocol/resources/registry.ts';
import { useCommands } from '../data/use-view.ts';
import { newRequestId } from '../parts/request-id.ts';

export type Note = ResourceView<'notes'>;

/** What somebody does with notes. It shows at once in every tab, and is taken back where the host refuses it. */
export interface NoteWrites {
  readonly add: (player_id: string, comment: string) => void;
  readonly edit: (note: Note, comment: string) => void;
  readonly remove: (note: Note) => void;
  readonly restore: (note: RowOf<'notes'>) => void;
  /** A refusal was read. */
  readonly dismiss: (writeId: string) => void;
}

export function useNoteWrites(server_id: string): NoteWrites {
  const commands = useCommands();
  const of = (row_id: string) => {
    return { id: newRequestId(), resource: 'notes', server_id, row_id } as const;
  };
  return {
    add: (player_id, comment) => {
      const values = { player_id, comment };
      void commands.write({ ...of(newRequestId()), write: 'add', values });
    },
    edit: (note, comment) => {
      void commands.write({ ...of(note.id), write: 'edit', values: { comment } });
    },
    remove: (note) => void commands.write({ ...of(note.id), write: 'remove' }),
    restore: (row) => void commands.write({ ...of(row.id), write: 'restore', row }),
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
