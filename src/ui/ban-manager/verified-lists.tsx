import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { to } from '../../domain/routes/routes.ts';
import { useReplaying } from '../data/use-view.ts';
import { CallError } from '../parts/call-error.tsx';
import { Loading } from '../parts/loading.tsx';
import { useLocale } from '../parts/locale.ts';
import { Panel } from '../parts/panel.tsx';
import { RowsTable } from '../parts/rows-table.tsx';
import { useCall } from '../parts/use-call.ts';
import { formatCount } from '../text/format.ts';

/** The lists that staff have verified, for whoever looks for one to follow. */
export function VerifiedLists() {
  const { t } = useTranslation('bans');
  const locale = useLocale();
  const replaying = useReplaying();
  const { answer, error, reload } = useCall('banListsVerified', replaying ? null : {});
  if (replaying) return null;
  return (
    <Panel title={t('verified.title')} padded={false}>
      <p className="soft ban-lines">{t('verified.text')}</p>
      {error !== null ? (
        <CallError error={error} onRetry={reload} />
      ) : answer === null ? (
        <Loading lines={2} />
      ) : answer.lists.length === 0 ? (
        <p className="empty">{t('verified.none')}</p>
      ) : (
        <RowsTable
          rows={answer.lists}
          columns={[
            {
              label: t('verified.name'),
              of: ({ id, identifier, allow_followers }) => (
                <>
                  <Link href={to.banList(id)}>
                    <bdi>{identifier}</bdi>
                  </Link>
                  {allow_followers ? <span className="tag">{t('verified.follow')}</span> : null}
                </>
              ),
            },
            { label: t('verified.owner'), of: ({ owner_name }) => <bdi>{owner_name}</bdi> },
            {
              label: t('verified.category'),
              of: ({ category }) => t(`profile.categories.${category}`),
            },
            {
              label: t('verified.about'),
              of: ({ description }) => <bdi className="ban-about">{description}</bdi>,
              className: 'why',
            },
            {
              label: t('verified.bans'),
              of: ({ bans }) => formatCount(bans, locale),
              className: 'numeric count',
            },
            {
              label: t('verified.followers'),
              of: ({ followers }) => formatCount(followers, locale),
              className: 'numeric count',
            },
          ]}
          actions={() => null}
        />
      )}
      {answer === null || answer.more === 0 ? null : (
        <p className="soft ban-lines">{t('verified.more', { count: answer.more })}</p>
      )}
    </Panel>
  );
}
