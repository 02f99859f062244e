import { useTranslation } from 'react-i18next';
import { standing } from '../../domain/invitations/rules.ts';
import { presetOf } from '../../domain/personnel/presets.ts';
import type { RowOf } from '../../protocol/resources/registry.ts';
import { useNow } from '../data/clock.ts';
import { useResource } from '../data/use-resource.ts';
import { useCommands } from '../data/use-view.ts';
import { Button } from '../parts/button.tsx';
import { useLocale } from '../parts/locale.ts';
import { NoLines } from '../parts/no-lines.tsx';
import { Panel } from '../parts/panel.tsx';
import { toast } from '../parts/toasts.tsx';
import { formatMoment } from '../text/format.ts';
import { errorText } from '../text/problem-text.ts';
import { namesText } from './for-me.tsx';

/** The invitations that this account has made, the newest first, and how each stands. */
export function MadePanel({ me }: { readonly me: string }) {
  const { t } = useTranslation('invitations');
  const { told, rows } = useResource('invites', null);
  const made = rows.filter(({ from_id }) => from_id === me);
  return (
    <Panel title={t('made')} padded={false}>
      {told ? null : <NoLines serverId={null} topic="invites" />}
      {told && made.length === 0 ? <p className="empty">{t('none')}</p> : null}
      {made.length === 0 ? null : (
        <table className="invitations-table">
          <thead>
            <tr>
              {[t('who'), t('where'), t('may'), t('state')].map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
              <th scope="col">
                <span className="visually-hidden">{t('actions', { ns: 'common' })}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {made.map((row) => (
              <MadeLine key={row.id} row={row} />
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}

function MadeLine({ row }: { readonly row: RowOf<'invites'> }) {
  const { t } = useTranslation('invitations');
  const pages = useTranslation('serverPages').t;
  const locale = useLocale();
  const commands = useCommands();
  const state = standing(row, useNow());
  const name = row.to_name ?? t('link');
  const preset = presetOf(row.permissions);
  const takeBack = async () => {
    const outcome = await commands.call('inviteRevoke', {
      params: { invite_id: row.id },
      body: {},
    });
    if (outcome.ok) toast(t('takenBack'));
    else toast(errorText(outcome.error), 'bad');
  };
  return (
    <tr>
      <th scope="row">
        <bdi>{name}</bdi>
      </th>
      <td title={namesText(row, (count, names) => t('asksMore', { count, names }))}>
        {t('servers', { count: row.servers })}
      </td>
      <td>
        {preset === null
          ? row.permissions.map((one) => pages(`permission.${one}`)).join(' · ')
          : t(`form.presets.${preset}`)}
      </td>
      <td className="soft">
        {t(`states.${state}`, { until: formatMoment(row.expires_at, locale) })}
      </td>
      <td>
        {state === 'pending' ? (
          <Button aria-label={t('takeBackOf', { name })} onClick={() => void takeBack()}>
            {t('takeBack')}
          </Button>
        ) : null}
      </td>
    </tr>
  );
}
