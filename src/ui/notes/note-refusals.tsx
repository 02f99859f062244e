import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useCommands, useRows } from '../data/use-view.ts';
import { Button } from '../parts/button.tsx';
import { Notice } from '../parts/notice.tsx';
import { aboutWhom } from './note-item.tsx';
import { failureText } from './use-notes.ts';

/** What the host refused, until it is tried again or has been read. */
export function NoteRefusals({
  serverId,
  player,
  onDismiss,
}: {
  readonly serverId: string;
  /** About whom; null: about everybody. */
  readonly player: string | null;
  /** One is gone that had the focus. */
  readonly onDismiss: () => void;
}) {
  const { t } = useTranslation('notes');
  const commands = useCommands();
  const { rows } = useRows({ view: 'writes', server_id: serverId });
  const failed = rows
    .filter((write) => write.resource === 'notes')
    .filter(({ state }) => state === 'failed')
    .filter(({ row }) => player === null || row === null || row.player_id === player);
  return failed.map(({ id, write, row, error }) => (
    <Notice
      key={id}
      tone="bad"
      action={
        <>
          <Button
            onClick={() => {
              void commands.writeAgain(id);
              onDismiss();
            }}
          >
            {t('again')}
          </Button>
          <Button
            kind="quiet"
            icon={<X />}
            aria-label={t('dismiss', { ns: 'common' })}
            onClick={() => {
              void commands.dismiss(id);
              onDismiss();
            }}
          />
        </>
      }
    >
      {t(`failed.${write}`, { why: failureText(t, error ?? 'internal-error') })}
      {row === null ? null : (
        <blockquote className="note-text">
          {row.comment}
          {player === null ? (
            <footer className="soft">{t('about', { player: aboutWhom(row) })}</footer>
          ) : null}
        </blockquote>
      )}
    </Notice>
  ));
}
