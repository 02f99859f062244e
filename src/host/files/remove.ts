import type { AuditAction } from '../../domain/audit/actions.ts';
import { serverResource } from '../access/grants.ts';
import type { ActsBy, Change } from '../change/change.ts';
import { FILE_ROWS, STORAGE_ROWS } from './rows.ts';
import type { OwnFile } from './storage.ts';

/** Who has files removed, and by what; absent, whoever makes the change. */
export interface Remover {
  readonly action: Extract<AuditAction, `files.${string}`>;
  /** null: the host itself. */
  readonly actor?: string | null;
  readonly by?: ActsBy | null;
}

/** Removes files that count by an account; each stands in the audit of its server. */
export async function removeFiles(
  made: Change,
  owner: string,
  files: readonly OwnFile[],
  remover: Remover,
): Promise<void> {
  if (files.length === 0) return;
  const ids = files.map(({ id }) => id);
  await made.trx.deleteFrom('stored_files').where('id', 'in', ids).execute();
  for (const { id, server_id, name, bytes, sha256 } of files) {
    made.audit({
      ...remover,
      resource: serverResource(server_id),
      detail: { file: id, bytes, sha256 },
      told: { text: name },
    });
  }
  for (const serverId of new Set(files.map(({ server_id }) => server_id))) {
    const gone = files.filter(({ server_id }) => server_id === serverId);
    made.tellRows(
      FILE_ROWS,
      serverId,
      gone.map(({ id }) => id),
    );
  }
  made.tellRows(STORAGE_ROWS, owner, [owner]);
}
