import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PRIORITY_FILE, priorityFile } from '../../domain/buckets/priority-file.ts';
import type { BucketEntryRow } from '../../domain/buckets/row.ts';
import { PAGED_MAX } from '../../protocol/resources/paged-calls.ts';
import type { CommandError, Outcome } from '../../worker/contract.ts';
import { hostTime } from '../data/host-clock.ts';
import type { TabCommands } from '../data/connect.ts';
import { useCommands } from '../data/use-view.ts';
import { Button } from '../parts/button.tsx';
import { Notice } from '../parts/notice.tsx';
import { Panel } from '../parts/panel.tsx';
import { saveFile } from '../parts/save-file.ts';
import { bucketErrorText } from '../entries/bucket.ts';

/** Saves who comes first in the queue as the file that DayZ reads. */
export function PriorityFilePanel({ bucketId }: { readonly bucketId: string }) {
  const { t } = useTranslation('buckets');
  const commands = useCommands();
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<ReturnType<typeof priorityFile> | CommandError | null>(null);
  const save = async () => {
    setBusy(true);
    const read = await allEntries(commands, bucketId);
    setBusy(false);
    if (!read.ok) return setSaid(read.error);
    const file = priorityFile(read.value, hostTime(Date.now()));
    saveFile(new Blob([file.text], { type: 'text/plain' }), PRIORITY_FILE);
    setSaid(file);
  };
  return (
    <Panel title={t('priority.title')}>
      <div className="stack">
        <p className="soft">{t('priority.how')}</p>
        <div className="actions">
          <Button busy={busy} onClick={() => void save()}>
            {t('priority.save')}
          </Button>
        </div>
        <div role="status">
          {said === null ? null : 'kind' in said ? (
            <Notice tone="bad">{bucketErrorText(said)}</Notice>
          ) : (
            <p>
              {t('priority.saved', { count: said.people })}{' '}
              {said.left === 0 ? null : t('priority.left', { count: said.left })}
            </p>
          )}
        </div>
      </div>
    </Panel>
  );
}

/** All of them: as many as a bucket can have. */
async function allEntries(
  commands: TabCommands,
  bucket_id: string,
): Promise<Outcome<readonly BucketEntryRow[]>> {
  const all: BucketEntryRow[] = [];
  for (let after: string | null = null; ;) {
    const page: Awaited<ReturnType<typeof pageOf>> = await pageOf(commands, bucket_id, after);
    if (!page.ok) return page;
    all.push(...page.value.rows);
    after = page.value.next;
    if (after === null) return { ok: true, value: all };
  }
}

function pageOf(commands: TabCommands, bucket_id: string, after: string | null) {
  return commands.call('bucketEntriesPage', {
    params: { bucket_id },
    query: {
      order: 'created_at',
      direction: 'asc',
      limit: PAGED_MAX,
      ...(after === null ? {} : { after }),
    },
  });
}
