import '../text/errors-at-hand.ts';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../domain/permissions.ts';
import type { ResourceView } from '../../domain/queries.ts';
import type { AccountRow } from '../../domain/rows.ts';
import type { ErrorCode } from '../../protocol/errors.ts';
import type { AskedWrite } from '../../worker/contract.ts';
import { useCommands } from '../data/use-view.ts';
import { newRequestId } from '../parts/request-id.ts';
import { toast } from '../parts/toasts.tsx';
import { isolated } from '../text/isolated.ts';

export type Note = ResourceView<'notes'>;

/**
 * What somebody does with notes. It shows at once in every tab; what the host refuses is taken back, and stands among
 * the refusals until it is tried again or dismissed. What is `lost` is in no row, and whoever typed it keeps it.
 */
export interface NoteWrites {
  readonly add: (player_id: string, comment: string) => Promise<'done' | 'failed' | 'lost'>;
  /** `was`: what its editor saw. */
  readonly edit: (note: Note, was: string, comment: string) => Promise<'done' | 'failed' | 'lost'>;
  readonly remove: (note: Note) => void;
  readonly restore: (note: Note) => void;
}

/** Errors after which the worker keeps no refusal to show: it died, or the session ended. */
const LOSING: ReadonlySet<string> = new Set(['deadline', 'not-signed-in']);

export function useNoteWrites(server_id: string): NoteWrites {
  const { t } = useTranslation('notes');
  const commands = useCommands();
  const seen = useRef(true);
  useEffect(() => {
    seen.current = true;
    return () => {
      seen.current = false;
    };
  }, []);
  return useMemo(() => {
    const write = async (asked: AskedWrite, comment: string) => {
      const outcome = await commands.write(asked);
      if (outcome.ok) return 'done';
      const { error } = outcome;
      const code = error.kind === 'problem' ? error.problem.code : error.kind;
      const isLost = LOSING.has(code) || (asked.write === 'edit' && code === 'not-found');
      // The refusals tell it to whoever looks at notes still.
      if (isLost || !seen.current) {
        const why = failureText(t, code);
        const failed = t(`failed.${asked.write}`, { why });
        toast(t('quoting', { failed, comment: isolated(comment) }), 'bad');
      }
      return isLost ? 'lost' : 'failed';
    };
    const of = (row_id: string) => {
      return { id: newRequestId(), resource: 'notes', server_id, row_id } as const;
    };
    return {
      add: (player_id, comment) => {
        const values = { player_id, comment };
        return write({ ...of(newRequestId()), write: 'add', values }, comment);
      },
      edit: (note, was, comment) => {
        const values = { comment };
        return write({ ...of(note.id), write: 'edit', values, was: { comment: was } }, comment);
      },
      remove: (note) => void write({ ...of(note.id), write: 'remove' }, note.comment),
      restore: ({ pending: _, ...row }) => {
        void write({ ...of(row.id), write: 'restore', row }, row.comment);
      },
    };
  }, [commands, server_id, t]);
}

/** Why something was not done, as the error catalogue says it. */
export function failureText(
  t: ReturnType<typeof useTranslation<'notes'>>['t'],
  error: string,
): string {
  return t(error as ErrorCode, { ns: 'errors' });
}

/** What an account may do with a server's notes. */
export function notePermissions(account: AccountRow, serverId: string) {
  return {
    view: may(account, serverId, 'server.notes.view'),
    edit: may(account, serverId, 'server.notes.edit'),
    remove: may(account, serverId, 'server.notes.remove'),
  };
}
