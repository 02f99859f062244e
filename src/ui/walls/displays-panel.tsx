import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { to } from '../../domain/routes/routes.ts';
import type { RowOf } from '../../protocol/resources/registry.ts';
import { useResource } from '../data/use-resource.ts';
import { useCommands, useConnectionKind } from '../data/use-view.ts';
import { Button } from '../parts/button.tsx';
import { Panel } from '../parts/panel.tsx';
import { ResourceTable } from '../parts/resource-table.tsx';
import { Select } from '../parts/select.tsx';
import { Status } from '../parts/status.tsx';
import { toast } from '../parts/toasts.tsx';
import { errorText } from '../text/problem-text.ts';
import { RelativeTime } from './relative-time.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { RenameDialog } from './rename-dialog.tsx';

type Display = RowOf<'displays'>;

/** Every paired screen: its wall, its last sign of life, and how to be rid of it. */
export function DisplaysPanel() {
  const { t } = useTranslation('walls');
  const walls = useResource('walls', null);
  const commands = useCommands();
  const [renaming, setRenaming] = useState<Display | null>(null);
  const [revoking, setRevoking] = useState<Display | null>(null);
  return (
    <Panel title={t('displays')} padded={false}>
      <ResourceTable
        resource="displays"
        serverId={null}
        className="walls-table"
        columns={[t('name'), t('wall'), t('seen')]}
        empty={t('noDisplays', { address: `${location.origin}${to.display()}` })}
      >
        {(display) => (
          <DisplayLine
            key={display.id}
            display={display}
            walls={walls}
            onRename={() => setRenaming(display)}
            onRevoke={() => setRevoking(display)}
          />
        )}
      </ResourceTable>
      {renaming === null ? null : (
        <RenameDialog display={renaming} onClose={() => setRenaming(null)} />
      )}
      {revoking === null ? null : (
        <RemoveDialog
          title={t('revokeTitle', { name: revoking.name })}
          yes={t('revoke')}
          done={t('revoked', { name: revoking.name })}
          onYes={() =>
            commands.call('displayRevoke', { params: { display_id: revoking.id }, body: {} })
          }
          onClose={() => setRevoking(null)}
        >
          <p>{t('revokeText')}</p>
        </RemoveDialog>
      )}
    </Panel>
  );
}

function DisplayLine({
  display,
  walls,
  onRename,
  onRevoke,
}: {
  readonly display: Display;
  readonly walls: ReturnType<typeof useResource<'walls'>>;
  readonly onRename: () => void;
  readonly onRevoke: () => void;
}) {
  const { t } = useTranslation('walls');
  const commands = useCommands();
  const { name, wall_id: wallId } = display;
  const withoutWall = walls.told && !walls.rows.some(({ id }) => id === wallId);
  const live = useConnectionKind() === 'live';
  const choose = async (wall_id: string) => {
    const params = { display_id: display.id };
    const outcome = await commands.call('displayEdit', { params, body: { wall_id } });
    if (outcome.ok) toast(t('saved'));
    else toast(errorText(outcome.error), 'bad');
  };
  return (
    <tr>
      <th scope="row" title={display.user_agent}>
        {name}
      </th>
      <td data-label={t('wall')}>
        <Select
          label={t('wallOf', { name })}
          labelHidden
          value={withoutWall ? '' : (wallId ?? '')}
          options={[
            ...(withoutWall ? [{ value: '', label: t('noWall') }] : []),
            ...walls.rows.map((wall) => ({ value: wall.id, label: wall.name })),
          ]}
          onValue={(value) => (value === '' ? undefined : void choose(value))}
        />
      </td>
      <td data-label={t('seen')}>
        {display.online && live ? (
          <Status tone="good">{t('online')}</Status>
        ) : display.last_seen === null ? (
          <Status tone="plain">{t('never')}</Status>
        ) : (
          <Status tone="warn">
            <RelativeTime at={display.last_seen} />
          </Status>
        )}
      </td>
      <td className="walls-actions">
        <Button aria-label={t('renameDisplay', { name })} onClick={onRename}>
          {t('rename')}
        </Button>
        <Button aria-label={t('revokeDisplay', { name })} onClick={onRevoke}>
          {t('revoke')}
        </Button>
      </td>
    </tr>
  );
}
