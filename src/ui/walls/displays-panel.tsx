import { useTranslation } from 'react-i18next';
import { to } from '../../domain/routes/routes.ts';
import type { RowOf } from '../../protocol/resources/registry.ts';
import { useResource } from '../data/use-resource.ts';
import { useCommands, useConnectionKind } from '../data/use-view.ts';
import { Button } from '../parts/button.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { Panel } from '../parts/panel.tsx';
import { RelativeTime } from '../parts/relative-time.tsx';
import { ResourceTable } from '../parts/resource-table.tsx';
import { Select } from '../parts/select.tsx';
import { Status } from '../parts/status.tsx';
import { toast } from '../parts/toasts.tsx';
import { useDialog } from '../parts/use-dialog.ts';
import { errorText } from '../text/problem-text.ts';
import { RenameDialog } from './rename-dialog.tsx';

type Display = RowOf<'displays'>;

/** Every paired screen: its wall, its last sign of life, and how to be rid of it. */
export function DisplaysPanel() {
  const { t } = useTranslation('walls');
  const commands = useCommands();
  const [dialog, open] = useDialog();
  return (
    <Panel title={t('displays')} padded={false}>
      <ResourceTable
        resource="displays"
        serverId={null}
        empty={t('noDisplays', { address: `${location.origin}${to.display()}` })}
        columns={[
          {
            label: t('name'),
            of: ({ name, user_agent }) => <span title={user_agent}>{name}</span>,
          },
          { label: t('wall'), of: (display) => <WallOf display={display} /> },
          { label: t('seen'), of: (display) => <Seen display={display} /> },
        ]}
        actions={(display) => (
          <>
            <Button
              aria-label={t('renameDisplay', display)}
              onClick={() => open((close) => <RenameDialog display={display} onClose={close} />)}
            >
              {t('rename')}
            </Button>
            <Button
              aria-label={t('revokeDisplay', display)}
              onClick={() =>
                open((close) => (
                  <Confirm
                    title={t('revokeTitle', display)}
                    action={t('revoke')}
                    done={t('revoked', display)}
                    onYes={() =>
                      commands.call('displayRevoke', {
                        params: { display_id: display.id },
                        body: {},
                      })
                    }
                    onClose={close}
                  >
                    <p>{t('revokeText')}</p>
                  </Confirm>
                ))
              }
            >
              {t('revoke')}
            </Button>
          </>
        )}
      />
      {dialog}
    </Panel>
  );
}

/** The wall that it shows, to choose another. */
function WallOf({ display: { id, name, wall_id: wallId } }: { readonly display: Display }) {
  const { t } = useTranslation('walls');
  const { told, rows } = useResource('walls', null);
  const commands = useCommands();
  const withoutWall = told && !rows.some((wall) => wall.id === wallId);
  const choose = async (wall_id: string) => {
    const outcome = await commands.call('displayEdit', {
      params: { display_id: id },
      body: { wall_id },
    });
    if (outcome.ok) toast(t('saved', { ns: 'common' }));
    else toast(errorText(outcome.error), 'bad');
  };
  return (
    <Select
      label={t('wallOf', { name })}
      labelHidden
      value={withoutWall ? '' : (wallId ?? '')}
      options={[
        ...(withoutWall ? [{ value: '', label: t('noWall') }] : []),
        ...rows.map((wall) => ({ value: wall.id, label: wall.name })),
      ]}
      onValue={(value) => (value === '' ? undefined : void choose(value))}
    />
  );
}

function Seen({ display: { online, last_seen: at } }: { readonly display: Display }) {
  const { t } = useTranslation('walls');
  const live = useConnectionKind() === 'live';
  if (online && live) return <Status tone="good">{t('online')}</Status>;
  if (at === null) return <Status tone="plain">{t('never')}</Status>;
  return (
    <Status tone="warn">
      <RelativeTime at={at} />
    </Status>
  );
}
