import { useState } from 'react';
import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { GAME_BAN_FILE, gameBanLine, type GameBanFile } from '../../domain/bans/game-file.ts';
import { PAGED_MAX } from '../../protocol/resources/paged-calls.ts';
import { banErrorText } from '../bans/known/ban-list.ts';
import { clock } from '../data/clock.ts';
import { hostTime } from '../data/host-clock.ts';
import { useCommands } from '../data/use-view.ts';
import { Button } from '../parts/button.tsx';
import { useExport } from '../parts/export/use-export.ts';
import { Notice } from '../parts/notice.tsx';
import { Panel } from '../parts/panel.tsx';

const NAME = { 'bans.txt': 'txt', 'bans.cfg': 'cfg' } as const;

/** Saves the bans of a list that are in force as the games read them, and says how many cannot be in such a file. */
export function GameFiles({ listId }: { readonly listId: string }) {
  const { t } = useTranslation('bans');
  const commands = useCommands();
  const saving = useExport();
  const [saved, setSaved] = useState<{ readonly count: number; readonly left: number } | null>(
    null,
  );
  const save = async (file: GameBanFile) => {
    setSaved(null);
    const sum = { count: 0, left: 0 };
    await saving.begin({
      format: NAME[file],
      name: 'bans',
      head: '',
      async page(after) {
        const query = {
          status: 'ACTIVE' as const,
          order: 'created_at' as const,
          direction: 'asc' as const,
          limit: PAGED_MAX,
          ...(after === null ? {} : { after }),
        };
        const params = { banlist_id: listId };
        const outcome = await commands.call('bansPage', { params, query });
        if (!outcome.ok) return outcome;
        const { rows, next } = outcome.value;
        const now = hostTime(clock.peek());
        const lines = rows.flatMap((ban) => gameBanLine(file, ban, now) ?? []);
        sum.count += lines.length;
        sum.left += rows.length - lines.length;
        if (next === null) setSaved(sum);
        return { ok: true, value: { lines, next, back: null, share: null } };
      },
    });
  };
  return (
    <Panel title={t('gameFile.title')}>
      <div className="stack">
        <p className="soft">{t('gameFile.says')}</p>
        <div className="actions">
          {GAME_BAN_FILE.map((file) => (
            <Button
              key={file}
              icon={<Download />}
              busy={saving.progress !== null}
              onClick={() => void save(file)}
            >
              {t(`gameFile.${NAME[file]}`)}
            </Button>
          ))}
        </div>
        <p role="status">
          {saving.progress !== null
            ? t('exporting', { ns: 'pages', count: saving.progress.count })
            : saved === null
              ? null
              : `${t('gameFile.saved', { count: saved.count })} ${
                  saved.left === 0 ? '' : t('gameFile.left', { count: saved.left })
                }`}
        </p>
        {saving.error === null ? null : <Notice tone="bad">{banErrorText(saving.error)}</Notice>}
      </div>
    </Panel>
  );
}
