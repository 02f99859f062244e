import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  formsOf,
  GAME_FILE,
  gameFile,
  type GameFileForm,
} from '../../domain/buckets/game-files.ts';
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
import { Select } from '../parts/select.tsx';
import { bucketErrorText, type Bucket } from '../entries/bucket.ts';

/** Saves the people of a bucket as a file that a game reads, or BEC. */
export function GameFilesPanel({
  bucket: { id, type },
}: {
  readonly bucket: Pick<Bucket, 'id' | 'type'>;
}) {
  const { t } = useTranslation('buckets');
  const commands = useCommands();
  const forms = formsOf(type);
  const [busy, setBusy] = useState(false);
  const [chosen, choose] = useState<GameFileForm | undefined>(forms[0]);
  const [said, setSaid] = useState<ReturnType<typeof gameFile> | CommandError | null>(null);
  if (chosen === undefined) return null;
  const save = async () => {
    setBusy(true);
    const read = await allEntries(commands, id);
    setBusy(false);
    if (!read.ok) return setSaid(read.error);
    const file = gameFile(chosen, read.value, hostTime(Date.now()));
    saveFile(new Blob([file.text], { type: 'text/plain' }), GAME_FILE[chosen]);
    setSaid(file);
  };
  return (
    <Panel title={t('gameFile.title')}>
      <div className="stack">
        <Select
          label={t('gameFile.form')}
          value={chosen}
          options={forms.map((one) => ({ value: one, label: t(`gameFile.forms.${one}`) }))}
          onValue={(value) => {
            choose(value as GameFileForm);
            setSaid(null);
          }}
        />
        <p className="soft">{t(`gameFile.how.${chosen}`)}</p>
        <div className="actions">
          <Button busy={busy} onClick={() => void save()}>
            {t('gameFile.save', { file: GAME_FILE[chosen] })}
          </Button>
        </div>
        <div role="status">
          {said === null ? null : 'kind' in said ? (
            <Notice tone="bad">{bucketErrorText(said)}</Notice>
          ) : (
            <p>
              {t('gameFile.saved', { count: said.people })}{' '}
              {said.left === 0 ? null : t('gameFile.left', { count: said.left })}
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
