import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { to } from '../../domain/routes/routes.ts';
import { useResource } from '../data/use-resource.ts';
import { useCommands } from '../data/use-view.ts';
import { Button, ButtonLink } from '../parts/button.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { useLocale } from '../parts/locale.ts';
import { Panel } from '../parts/panel.tsx';
import { RelativeTime } from '../parts/relative-time.tsx';
import { ResourceTable } from '../parts/resource-table.tsx';
import { useDialog } from '../parts/use-dialog.ts';
import { formatCount } from '../text/format.ts';

/** Every saved wall: open, edit, delete. */
export function WallsPanel() {
  const { t } = useTranslation('walls');
  const locale = useLocale();
  const commands = useCommands();
  const displays = useResource('displays', null);
  const [dialog, open] = useDialog();
  /** How many of the account's displays show a wall; null before they are told. */
  const shownBy = (id: string) =>
    displays.told ? displays.rows.filter(({ wall_id }) => wall_id === id).length : null;
  const count = (value: number | null) => (value === null ? null : formatCount(value, locale));
  return (
    <Panel title={t('walls')} padded={false}>
      <ResourceTable
        resource="walls"
        serverId={null}
        empty={t('noWalls')}
        columns={[
          { label: t('name'), of: ({ id, name }) => <Link href={to.wall(id)}>{name}</Link> },
          { label: t('scenesColumn'), of: ({ scenes }) => count(scenes), className: 'numeric' },
          { label: t('displays'), of: ({ id }) => count(shownBy(id)), className: 'numeric' },
          { label: t('changed'), of: ({ updated_at }) => <RelativeTime at={updated_at} /> },
        ]}
        actions={({ id, name }) => (
          <>
            <ButtonLink href={to.editWall(id)} label={t('editWall', { name })}>
              {t('edit')}
            </ButtonLink>
            <Button
              aria-label={t('deleteWall', { name })}
              onClick={() =>
                open((close) => (
                  <Confirm
                    title={t('deleteTitle', { name })}
                    action={t('delete')}
                    done={t('deleted')}
                    onYes={() => commands.call('wallDelete', { params: { wall_id: id }, body: {} })}
                    onClose={close}
                  >
                    <ShownBy count={shownBy(id)} />
                  </Confirm>
                ))
              }
            >
              {t('delete')}
            </Button>
          </>
        )}
      />
      {dialog}
    </Panel>
  );
}

function ShownBy({ count }: { readonly count: number | null }) {
  const { t } = useTranslation('walls');
  return count === null ? null : <p>{t('deleteText', { count })}</p>;
}
