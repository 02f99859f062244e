import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { standing } from '../../domain/invitations/rules.ts';
import { presetOf } from '../../domain/personnel/presets.ts';
import type { InvitationState } from '../../protocol/invitations/limits.ts';
import type { RowOf } from '../../protocol/resources/registry.ts';
import { useNow } from '../data/clock.ts';
import { Button } from '../parts/button.tsx';
import { useLocale } from '../parts/locale.ts';
import { Panel } from '../parts/panel.tsx';
import { Question } from '../parts/question.tsx';
import { ResourceTable } from '../parts/resource-table.tsx';
import { formatMoment } from '../text/format.ts';
import { invitedServers } from '../text/invited-servers.ts';
import { useTakeBack } from './use-take-back.ts';

/** The invitations that this account has made, the newest first, and how each stands. */
export function MadePanel({ me }: { readonly me: string }) {
  const { t } = useTranslation('invitations');
  const pages = useTranslation('serverPages').t;
  return (
    <Panel title={t('made')} padded={false}>
      <ResourceTable
        resource="invites"
        serverId={null}
        shows={({ from_id }) => from_id === me}
        empty={t('none')}
        columns={[
          { label: t('who'), of: ({ to_name }) => <bdi>{to_name ?? t('link')}</bdi> },
          {
            label: t('where'),
            of: (row) => (
              <span title={invitedServers(row, (count, names) => t('asksMore', { count, names }))}>
                {t('servers', { count: row.servers })}
              </span>
            ),
            className: 'numeric',
          },
          {
            label: t('may'),
            of: ({ permissions }) => {
              const preset = presetOf(permissions);
              return preset === null
                ? permissions.map((one) => pages(`permission.${one}`)).join(' · ')
                : t(`form.presets.${preset}`);
            },
          },
          { label: t('state'), of: (row) => <State row={row} />, className: 'soft' },
        ]}
        actions={(row) => <TakeBack row={row} />}
      />
    </Panel>
  );
}

function State({ row }: { readonly row: RowOf<'invites'> }) {
  const { t } = useTranslation('invitations');
  const until = formatMoment(row.expires_at, useLocale());
  return (
    <div>
      {stateText(t, row, standing(row, useNow()), until)}
      {row.refused.map((reason) => (
        <div key={reason}>{t(`refusedOfYours.${reason}`)}</div>
      ))}
    </div>
  );
}

/** Takes one back at once, or asks first where it has given something. */
function TakeBack({ row }: { readonly row: RowOf<'invites'> }) {
  const { t } = useTranslation('invitations');
  const state = standing(row, useNow());
  const { busy, takeBack } = useTakeBack();
  const [asking, setAsking] = useState(false);
  const name = row.to_name ?? t('link');
  const hasGiven = state === 'accepted' && row.given > 0;
  return (
    <>
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
    </>
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
