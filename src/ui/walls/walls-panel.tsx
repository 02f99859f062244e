import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { to } from '../../domain/routes/routes.ts';
import type { CallAnswer } from '../../worker/contract.ts';
import { useCommands } from '../data/use-view.ts';
import { Button, ButtonLink } from '../parts/button.tsx';
import { useLocale } from '../parts/locale.ts';
import { Panel } from '../parts/panel.tsx';
import { Question } from '../parts/question.tsx';
import { toast } from '../parts/toasts.tsx';
import type { Called } from '../parts/use-call.ts';
import { useForm } from '../parts/use-form.ts';
import { formatCount } from '../text/format.ts';
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
  const { busy, error, send } = useForm({ rules: {}, initial: {} });
  const remove = async () => {
    const params = { wall_id: wall.wall_id };
    const outcome = await send(() => commands.call('wallDelete', { params, body: {} }));
    if (!outcome.ok) return;
    toast(t('deleted'));
    onDeleted();
    onClose();
  };
  return (
    <Question
      danger
      title={t('deleteTitle', { name: wall.name })}
      yes={t('delete')}
      busy={busy}
      error={error}
      onYes={() => void remove()}
      onClose={onClose}
    >
      <p>{t('deleteText', { count: wall.displays })}</p>
    </Question>
  );
}
