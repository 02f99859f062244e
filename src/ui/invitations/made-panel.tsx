import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { standing } from '../../domain/invitations/rules.ts';
import { presetOf } from '../../domain/personnel/presets.ts';
import type { InvitationState } from '../../protocol/invitations/limits.ts';
import type { RowOf } from '../../protocol/resources/registry.ts';
import { useNow } from '../data/clock.ts';
import { useResource } from '../data/use-resource.ts';
import { Button } from '../parts/button.tsx';
import { useLocale } from '../parts/locale.ts';
import { NoLines } from '../parts/no-lines.tsx';
import { Panel } from '../parts/panel.tsx';
import { Question } from '../parts/question.tsx';
import { formatMoment } from '../text/format.ts';
import { namesText } from './for-me.tsx';
import { useTakeBack } from './use-take-back.ts';

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
  const state = standing(row, useNow());
  const name = row.to_name ?? t('link');
  const preset = presetOf(row.permissions);
  const { busy, takeBack } = useTakeBack();
  const [asking, setAsking] = useState(false);
  const hasGiven = state === 'accepted' && row.given > 0;
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
        {stateText(t, row, state, formatMoment(row.expires_at, locale))}
        {row.refused.map((reason) => (
          <div key={reason}>{t(`refusedOfYours.${reason}`)}</div>
        ))}
      </td>
      <td>
        {state === 'pending' || hasGiven ? (
          <Button
            aria-label={t('takeBackOf', { name })}
            busy={busy}
            onClick={() => (hasGiven ? setAsking(true) : void takeBack([row.id]))}
          >
            {t('takeBack')}
          </Button>
        ) : null}
        <Question
          open={asking}
          title={t('takeBackAsked', { name })}
          yes={t('takeBackYes', { count: row.given })}
          danger
          busy={busy}
          onYes={() => void takeBack([row.id]).then((left) => setAsking(left === null))}
          onClose={() => setAsking(false)}
        >
          <p>{t('takeBackSays', { count: row.given })}</p>
        </Question>
      </td>
    </tr>
  );
}

/** How it stands, and on how many servers where that is not all. */
function stateText(
  t: TFunction<'invitations'>,
  { given, servers, at_once: atOnce, refused }: RowOf<'invites'>,
  state: InvitationState,
  until: string,
): string {
  if (state !== 'accepted') return t(`states.${state}`, { until });
  if (refused.length > 0) return t('states.partly', { given, count: servers });
  return t(atOnce ? 'states.atOnce' : 'states.accepted');
}
