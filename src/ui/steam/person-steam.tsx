import './steam.css';
import { useTranslation } from 'react-i18next';
import type { CallAnswer } from '../../worker/contract.ts';
import { CallError } from '../parts/call-error.tsx';
import { Loading } from '../parts/loading.tsx';
import { useLocale } from '../parts/locale.ts';
import { Status } from '../parts/status.tsx';
import { useCall } from '../parts/use-call.ts';
import { formatDate, formatMoment } from '../text/format.ts';

type Told = NonNullable<CallAnswer<'personSteam'>['accounts'][number]['told']>;

/** What Steam last said of somebody's accounts, for whoever may see their SteamIDs. */
export function PersonSteam({ id, rights }: { readonly id: string; readonly rights: string }) {
  const { t } = useTranslation('steam');
  const locale = useLocale();
  const { answer, error, reload } = useCall('personSteam', { params: { muster_id: id } }, rights);
  return (
    <section className="person-steam">
      <h3>{t('title')}</h3>
      {error === null ? null : <CallError error={error} onRetry={reload} />}
      {answer === null ? (
        error === null ? (
          <Loading lines={2} />
        ) : null
      ) : !answer.on && answer.accounts.every(({ told }) => told === null) ? (
        <p className="soft">{t('off')}</p>
      ) : (
        <>
          {answer.trouble === null || !answer.on ? null : (
            <p className="soft">
              {t(`trouble.${answer.trouble.kind}`, {
                moment: formatMoment(answer.trouble.since, locale),
              })}
            </p>
          )}
          {answer.accounts.length === 0 ? <p className="soft">{t('none')}</p> : null}
          <ul>
            {answer.accounts.map(({ steam_id, told }) => (
              <li key={steam_id}>
                {answer.accounts.length === 1 ? null : (
                  <span className="mono soft">{steam_id}</span>
                )}
                {told === null ? (
                  <span className="soft">{t('waiting')}</span>
                ) : (
                  <Account told={told} />
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function Account({ told }: { readonly told: Told }) {
  const { t } = useTranslation('steam');
  const locale = useLocale();
  const { state, at, persona, created_at, vac_bans, game_bans, community_banned } = told;
  const bans = [
    ...(vac_bans === 0 ? [] : [t('vac', { count: vac_bans })]),
    ...(game_bans === 0 ? [] : [t('game', { count: game_bans })]),
    ...(community_banned ? [t('community')] : []),
  ];
  return (
    <>
      {persona === null ? null : <bdi>{persona}</bdi>}
      {state === 'public' ? null : <span className="tag">{t(`state.${state}`)}</span>}
      {created_at === null ? null : (
        <span>{t('since', { day: formatDate(created_at, locale) })}</span>
      )}
      {state === 'deleted' ? null : bans.length === 0 ? (
        <Status tone="good">{t('clean')}</Status>
      ) : (
        bans.map((ban) => (
          <Status key={ban} tone="bad">
            {ban}
          </Status>
        ))
      )}
      {told.days_since_ban === null ? null : (
        <span>{t('days', { count: told.days_since_ban })}</span>
      )}
      <span className="soft">{t('asOf', { moment: formatMoment(at, locale) })}</span>
    </>
  );
}
