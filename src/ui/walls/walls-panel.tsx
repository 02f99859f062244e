import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { to } from '../../domain/routes/routes.ts';
import type { CallAnswer } from '../../worker/contract.ts';
import { useCommands } from '../data/use-view.ts';
import { Button, ButtonLink } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { useLocale } from '../parts/locale.ts';
import { Panel } from '../parts/panel.tsx';
import { toast } from '../parts/toasts.tsx';
import type { Called } from '../parts/use-call.ts';
import { formatCount } from '../text/format.ts';
import { errorText } from '../text/problem-text.ts';
import { RelativeTime } from './relative-time.tsx';
import { Listed } from './listed.tsx';

export type ListedWall = CallAnswer<'wallsList'>['walls'][number];

/** Every saved wall: open, edit, delete. */
export function WallsPanel({ called }: { readonly called: Called<'wallsList'> }) {
  const { t } = useTranslation('walls');
  const locale = useLocale();
  const [deleting, setDeleting] = useState<ListedWall | null>(null);
  return (
    <Panel title={t('walls')} padded={false}>
      <Listed called={called} rows={called.answer?.walls ?? []} empty={t('noWalls')}>
        {(walls) => (
          <table className="walls-table">
            <thead>
              <tr>
                <th scope="col">{t('name')}</th>
                <th scope="col">{t('scenesColumn')}</th>
                <th scope="col">{t('displays')}</th>
                <th scope="col">{t('changed')}</th>
                <th scope="col">
                  <span className="visually-hidden">{t('actions')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {walls.map((wall) => (
                <tr key={wall.wall_id}>
                  <th scope="row">
                    <Link href={to.wall(wall.wall_id)}>{wall.name}</Link>
                  </th>
                  <td data-label={t('scenesColumn')} className="numeric">
                    {formatCount(wall.scenes, locale)}
                  </td>
                  <td data-label={t('displays')} className="numeric">
                    {formatCount(wall.displays, locale)}
                  </td>
                  <td data-label={t('changed')}>
                    <RelativeTime at={wall.updated_at} />
                  </td>
                  <td className="walls-actions">
                    <ButtonLink
                      href={to.editWall(wall.wall_id)}
                      label={t('editWall', { name: wall.name })}
                    >
                      {t('edit')}
                    </ButtonLink>
                    <Button
                      aria-label={t('deleteWall', { name: wall.name })}
                      onClick={() => setDeleting(wall)}
                    >
                      {t('delete')}
                    </Button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Listed>
      {deleting === null ? null : (
        <DeleteDialog wall={deleting} onClose={() => setDeleting(null)} onDeleted={called.reload} />
      )}
    </Panel>
  );
}

function DeleteDialog({
  wall,
  onClose,
  onDeleted,
}: {
  readonly wall: ListedWall;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}) {
  const { t } = useTranslation('walls');
  const commands = useCommands();
  const [busy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    const params = { wall_id: wall.wall_id };
    const outcome = await commands.call('wallDelete', { params, body: {} });
    setBusy(false);
    if (!outcome.ok) {
      toast(errorText(outcome.error), 'bad');
      return;
    }
    toast(t('deleted'));
    onDeleted();
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('deleteTitle', { name: wall.name })}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="danger" busy={busy} onClick={() => void remove()}>
            {t('delete')}
          </Button>
        </>
      }
    >
      <p>{t('deleteText', { count: wall.displays })}</p>
    </Dialog>
  );
}
