import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { mayEditEntries } from '../../domain/buckets/rights.ts';
import type { BucketEntryRow } from '../../domain/buckets/row.ts';
import type { AccountRow } from '../../domain/rows.ts';
import type { Outcome } from '../../worker/contract.ts';
import { useResource } from '../data/use-resource.ts';
import { useCommands } from '../data/use-view.ts';
import { newRequestId } from '../parts/request-id.ts';
import { toast } from '../parts/toasts.tsx';
import { isolated } from '../text/isolated.ts';
import { failureText, type Note, type NoteWrites } from './use-notes.ts';

/** A bucket of notes that a server uses, and what the account may do with what is in it. */
export interface NoteBucket {
  readonly id: string;
  readonly identifier: string;
  readonly adds: boolean;
  readonly edits: boolean;
  readonly removes: boolean;
  /** It is another whenever something in it is. */
  readonly version: string;
}

/** Those of a server's buckets of notes that the account may see into. */
export function useNoteBuckets(
  serverId: string,
  { buckets = {} }: Pick<AccountRow, 'buckets'>,
): readonly NoteBucket[] {
  return useResource('serverBuckets', serverId)
    .rows.filter(({ id, type }) => type === 'NOTES' && buckets[id]?.includes('bucket.view'))
    .map(({ id, identifier, entries, changed_at }) => {
      const held = buckets[id] ?? [];
      return {
        id,
        identifier,
        adds: held.includes('bucket.add'),
        edits: mayEditEntries(held),
        removes: held.includes('bucket.remove'),
        version: `${id} ${entries} ${changed_at}`,
      };
    });
}

/** An entry of a bucket of notes, as notes are shown; it belongs to its bucket as others do to their server. */
export function noteOf(
  entry: Pick<
    BucketEntryRow,
    'id' | 'bucket_id' | 'name' | 'comment' | 'issuer_name' | 'created_at' | 'changed_at'
  > & { readonly issuer_id: string | null },
  player_id: string,
): Note {
  const { id, bucket_id, name, comment, issuer_id, issuer_name, created_at, changed_at } = entry;
  return {
    id,
    server_id: bucket_id,
    player_id,
    player_name: name,
    comment,
    issuer_id: issuer_id ?? '',
    issuer_name,
    created: created_at,
    edited: changed_at > created_at ? changed_at : null,
    pending: false,
  };
}

/** What somebody does with notes of buckets. `reload`: they are others now. */
export function useSharedWrites(reload: () => void) {
  const { t } = useTranslation('notes');
  const commands = useCommands();
  return useMemo(() => {
    /** What is refused is said with what was typed, which is nowhere else. */
    const said = (
      outcome: Outcome<unknown>,
      what: keyof NoteWrites,
      comment: string,
    ): 'done' | 'lost' => {
      reload();
      if (outcome.ok) return 'done';
      const { error } = outcome;
      const code = error.kind === 'problem' ? error.problem.code : error.kind;
      const failed = t(`failed.${what}`, { why: failureText(t, code) });
      toast(t('quoting', { failed, comment: isolated(comment) }), 'bad');
      return 'lost';
    };
    const of = (bucket_id: string, ids: string[]) => ({ params: { bucket_id }, body: { ids } });
    return {
      async add(bucket_id: string, muster_id: string, comment: string) {
        const what = { kind: 'person', muster_id } as const;
        const entry = { entry_id: newRequestId(), what, comment, minutes: null };
        const params = { bucket_id };
        const body = { entries: [entry] };
        return said(await commands.call('bucketEntriesAdd', { params, body }), 'add', comment);
      },
      async edit(
        { id, server_id: bucket_id, created, edited }: Note,
        _was: string,
        comment: string,
      ) {
        const was = { changed_at: edited ?? created };
        const body = { ids: [id], comment, was };
        const outcome = await commands.call('bucketEntriesEdit', { params: { bucket_id }, body });
        return said(outcome, 'edit', comment);
      },
      remove({ id, server_id, comment }: Note) {
        void commands
          .call('bucketEntriesRemove', of(server_id, [id]))
          .then((outcome) => said(outcome, 'remove', comment));
      },
      restore({ id, server_id, comment }: Note) {
        void commands
          .call('bucketEntriesRestore', of(server_id, [id]))
          .then((outcome) => said(outcome, 'restore', comment));
      },
    };
  }, [commands, reload, t]);
}
