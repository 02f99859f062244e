import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { to } from '../../domain/routes/routes.ts';
import { compareEntries } from '../../domain/views/sort-key.ts';
import type { RowOf } from '../../protocol/resources/registry.ts';
import { useResource } from '../data/use-resource.ts';
import { useCommands, useOne } from '../data/use-view.ts';
import { Button } from '../parts/button.tsx';
import { NoLines } from '../parts/no-lines.tsx';
import { Panel } from '../parts/panel.tsx';
import { Select } from '../parts/select.tsx';
import { Status } from '../parts/status.tsx';
import { toast } from '../parts/toasts.tsx';
import { errorText } from '../text/problem-text.ts';
import { RelativeTime } from './relative-time.tsx';
import { RenameDialog, RevokeDialog } from './display-dialogs.tsx';
import type { ListedWall } from './walls-panel.tsx';

type Display = RowOf<'displays'>;
type Asking = { readonly what: 'rename' | 'revoke'; readonly display: Display } | null;

/** Every paired screen: its wall, its last sign of life, and how to be rid of it. */
export function DisplaysPanel({ walls }: { readonly walls: readonly ListedWall[] }) {
  const { t } = useTranslation('walls');
  const { told, rows } = useResource('displays', null);
  const [asking, setAsking] = useState<Asking>(null);
  const close = () => setAsking(null);
  return (
    <Panel title={t('displays')} padded={false}>
      {!told ? <NoLines serverId={null} topic="displays" told={false} text="" /> : null}
      {told && rows.length === 0 ? (
        <p className="empty">{t('noDisplays', { address: `${location.origin}${to.display()}` })}</p>
      ) : null}
      {told && rows.length > 0 ? (
        <table className="walls-table">
          <thead>
            <tr>
              <th scope="col">{t('name')}</th>
              <th scope="col">{t('wall')}</th>
              <th scope="col">{t('seen')}</th>
              <th scope="col">
                <span className="visually-hidden">{t('actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows
              .toSorted((a, b) => compareEntries(keyOf(a), keyOf(b), 'asc'))
              .map((display) => (
                <DisplayLine
                  key={display.id}
                  display={display}
                  walls={walls}
                  onAsk={(what) => setAsking({ what, display })}
                />
              ))}
          </tbody>
        </table>
      ) : null}
      {asking?.what === 'rename' ? <RenameDialog display={asking.display} onClose={close} /> : null}
      {asking?.what === 'revoke' ? <RevokeDialog display={asking.display} onClose={close} /> : null}
    </Panel>
  );
}

/** Names are sorted as people do, without case. */
function keyOf({ id, name }: Display) {
  return { id, key: name.toLowerCase() };
}

function DisplayLine({
  display,
  walls,
  onAsk,
}: {
  readonly display: Display;
  readonly walls: readonly ListedWall[];
  readonly onAsk: (what: 'rename' | 'revoke') => void;
}) {
  const { t } = useTranslation('walls');
  const commands = useCommands();
  const { name, wall_id: wallId } = display;
  const live = useOne({ view: 'link' }).row?.connection.kind === 'live';
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
          value={wallId ?? ''}
          options={[
            ...(wallId === null ? [{ value: '', label: t('noWall') }] : []),
            ...walls.map((wall) => ({ value: wall.wall_id, label: wall.name })),
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
        <Button aria-label={t('renameDisplay', { name })} onClick={() => onAsk('rename')}>
          {t('rename')}
        </Button>
        <Button aria-label={t('revokeDisplay', { name })} onClick={() => onAsk('revoke')}>
          {t('revoke')}
        </Button>
      </td>
    </tr>
  );
}
