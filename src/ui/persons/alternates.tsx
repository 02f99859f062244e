import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { to } from '../../domain/routes/routes.ts';
import { CallError } from '../parts/call-error.tsx';
import { Loading } from '../parts/loading.tsx';
import { useLocale } from '../parts/locale.ts';
import { Panel } from '../parts/panel.tsx';
import { Name } from '../parts/players/name.tsx';
import { useCall } from '../parts/use-call.ts';
import { JoinButton } from './join-button.tsx';
import { useRights } from './use-rights.ts';
import { formatMoment } from '../text/format.ts';

/** Who may be the same person, with what speaks for it and against it. */
export function Alternates({
  id,
  name,
  ids,
  opens,
  onJoined,
}: {
  readonly id: string;
  readonly name: string;
  /** Every id that leads to them. */
  readonly ids: readonly string[];
  readonly opens: boolean;
  /** Somebody else is this person now. */
  readonly onJoined: () => void;
}) {
  const { t } = useTranslation('persons');
  const locale = useLocale();
  const input = opens ? { params: { muster_id: id } } : null;
  const { answer, error, reload } = useCall(
    'personAlternates',
    input,
    `${useRights()} ${ids.join(' ')}`,
  );
  return (
    <Panel title={t('alternates.title')}>
      {opens ? null : <p className="soft">{t('plan')}</p>}
      {error === null ? null : <CallError error={error} onRetry={reload} />}
      {answer === null || error !== null ? (
        opens && error === null ? (
          <Loading lines={3} />
        ) : null
      ) : (
        <>
          {answer.alternates.length === 0 ? (
            <p className="soft">{t('alternates.none')}</p>
          ) : (
            <>
              <p className="soft">{t('alternates.intro')}</p>
              <ol className="person-alternates">
                {answer.alternates.map((one) => (
                  <li key={one.muster_id}>
                    <div className="person-guess">
                      <Link href={to.profile(one.muster_id)}>
                        <Name>{one.name}</Name>
                      </Link>
                      <span className="numeric">{t('alternates.score', { score: one.score })}</span>
                      <span className="soft numeric">
                        {t('lastSeen')} {formatMoment(one.last_seen, locale)}
                      </span>
                    </div>
                    <ul className="chips" aria-label={t('alternates.for')}>
                      {one.evidence.map(({ kind, weight, count }) => (
                        <li key={kind} className="tag" data-against={weight < 0}>
                          {t(`alternates.evidence.${kind}`, { count })}{' '}
                          <span className="numeric">{weight > 0 ? `+${weight}` : weight}</span>
                        </li>
                      ))}
                    </ul>
                    <JoinButton one={{ muster_id: id, name }} other={one} onJoined={onJoined} />
                  </li>
                ))}
              </ol>
            </>
          )}
          {answer.addresses ? null : <p className="soft">{t('alternates.withoutAddresses')}</p>}
        </>
      )}
    </Panel>
  );
}
