import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { to } from '../../domain/routes/routes.ts';
import type { RowOf } from '../../protocol/resources/registry.ts';
import { useResource } from '../data/use-resource.ts';
import { useCommands } from '../data/use-view.ts';
import { Button, ButtonLink } from '../parts/button.tsx';
import { useLocale } from '../parts/locale.ts';
import { Panel } from '../parts/panel.tsx';
import { ResourceTable } from '../parts/resource-table.tsx';
import { formatCount } from '../text/format.ts';
import { RelativeTime } from './relative-time.tsx';
import { RemoveDialog } from './remove-dialog.tsx';

interface Listed {
  readonly wall: RowOf<'walls'>;
  /** How many of the account's displays show it; null before they are told. */
  readonly displays: number | null;
}

/** Every saved wall: open, edit, delete. */
export function WallsPanel() {
  const { t } = useTranslation('walls');
  const commands = useCommands();
  const displays = useResource('displays', null);
  const [deleting, setDeleting] = useState<Listed | null>(null);
  const listed = (wall: RowOf<'walls'>): Listed => {
    const theirs = displays.rows.filter(({ wall_id }) => wall_id === wall.id);
    return { wall, displays: displays.told ? theirs.length : null };
  };
  return (
    <Panel title={t('walls')} padded={false}>
      <ResourceTable
        resource="walls"
        serverId={null}
        className="walls-table"
        columns={[t('name'), t('scenesColumn'), t('displays'), t('changed')]}
        empty={t('noWalls')}
      >
        {(wall) => (
          <WallLine key={wall.id} {...listed(wall)} onDelete={() => setDeleting(listed(wall))} />
        )}
      </ResourceTable>
      {deleting === null ? null : (
        <RemoveDialog
          title={t('deleteTitle', { name: deleting.wall.name })}
          yes={t('delete')}
          done={t('deleted')}
          onYes={() =>
            commands.call('wallDelete', { params: { wall_id: deleting.wall.id }, body: {} })
          }
          onClose={() => setDeleting(null)}
        >
          {deleting.displays === null ? null : (
            <p>{t('deleteText', { count: deleting.displays })}</p>
          )}
        </RemoveDialog>
      )}
    </Panel>
  );
}

function WallLine({
  wall: { id, name, scenes, updated_at: updatedAt },
  displays,
  onDelete,
}: Listed & { readonly onDelete: () => void }) {
  const { t } = useTranslation('walls');
  const locale = useLocale();
  return (
    <tr>
      <th scope="row">
        <Link href={to.wall(id)}>{name}</Link>
      </th>
      <td data-label={t('scenesColumn')} className="numeric">
        {formatCount(scenes, locale)}
      </td>
      <td data-label={t('displays')} className="numeric">
        {displays === null ? null : formatCount(displays, locale)}
      </td>
      <td data-label={t('changed')}>
        <RelativeTime at={updatedAt} />
      </td>
      <td className="walls-actions">
        <ButtonLink href={to.editWall(id)} label={t('editWall', { name })}>
          {t('edit')}
        </ButtonLink>
        <Button aria-label={t('deleteWall', { name })} onClick={onDelete}>
          {t('delete')}
        </Button>
      </td>
    </tr>
  );
}
