import '../bans/bans.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BAN_LIMIT } from '../../protocol/bans/limits.ts';
import type { CallAnswer } from '../../worker/contract.ts';
import { AccountName } from '../parts/accounts/account-name.tsx';
import { addressOf, pattern } from '../parts/addresses/parameters.ts';
import { useAddress } from '../parts/addresses/use-address.ts';
import { Button } from '../parts/button.tsx';
import { CallError } from '../parts/call-error.tsx';
import { Fact } from '../parts/fact.tsx';
import { Loading } from '../parts/loading.tsx';
import { useLocale } from '../parts/locale.ts';
import { Notice } from '../parts/notice.tsx';
import { Panel } from '../parts/panel.tsx';
import { RowsTable } from '../parts/rows-table.tsx';
import { useCall } from '../parts/use-call.ts';
import { formatCount, formatDate, formatList } from '../text/format.ts';
import { isolated } from '../text/isolated.ts';
import { OpenReports } from './open-reports.tsx';
import { PublicList } from './public-list.tsx';
import { Verdicts } from './verdicts.tsx';

type Review = CallAnswer<'banListReviews'>['lists'][number];

const ADDRESS = addressOf({ list: pattern('list', /^[0-9a-f]{24}$/) });

/** `/host/reviews`: what staff decide about ban lists that are to be verified. */
export function ReviewsPage() {
  const { t } = useTranslation('bans');
  const [{ list }, change] = useAddress(ADDRESS);
  const { answer, error, reload } = useCall('banListReviews', {});
  const [round, setRound] = useState(0);
  if (error !== null || answer === null) {
    const isRefused = error?.kind === 'problem' && error.problem.code === 'permission-denied';
    return (
      <div className="stack">
        <h1>{t('reviews.title')}</h1>
        {isRefused ? (
          <Notice tone="warn">{t('reviews.refused')}</Notice>
        ) : error === null ? (
          <Loading lines={6} />
        ) : (
          <CallError error={error} onRetry={reload} />
        )}
      </div>
    );
  }
  const { lists, more } = answer;
  if (list !== null) {
    return (
      <Looked
        review={lists.find(({ id }) => id === list)}
        onDecided={reload}
        onBack={() => change({ list: null }, true)}
      />
    );
  }
  const look = (id: string) => change({ list: id }, true);
  return (
    <div className="stack">
      <header className="ban-title">
        <h1>{t('reviews.title')}</h1>
        <Button
          onClick={() => {
            reload();
            setRound((before) => before + 1);
          }}
        >
          {t('reviews.reload')}
        </Button>
      </header>
      <p className="soft">{t('reviews.intro')}</p>
      {(['in-review', 'verified'] as const).map((state) => (
        <Lists
          key={state}
          title={t(state === 'verified' ? 'reviews.verified' : 'reviews.waiting')}
          empty={t(state === 'verified' ? 'reviews.verifiedNone' : 'reviews.waitingNone')}
          lists={lists.filter((one) => one.state === state)}
          onLook={look}
        />
      ))}
      {more === 0 ? null : <p className="soft">{t('reviews.more', { count: more })}</p>}
      <OpenReports key={round} />
    </div>
  );
}

function Lists({
  title,
  empty,
  lists,
  onLook,
}: {
  readonly title: string;
  readonly empty: string;
  readonly lists: readonly Review[];
  readonly onLook: (id: string) => void;
}) {
  const { t } = useTranslation('bans');
  const locale = useLocale();
  return (
    <Panel title={title} padded={false}>
      {lists.length === 0 ? (
        <p className="empty">{empty}</p>
      ) : (
        <RowsTable
          rows={lists}
          columns={[
            {
              label: t('reviews.name'),
              of: ({ identifier, group }) => (
                <>
                  <bdi>{identifier}</bdi> <bdi className="soft">{group ?? ''}</bdi>
                </>
              ),
            },
            {
              label: t('reviews.owner'),
              of: ({ owner_id, owner_name }) => (
                <span>
                  <AccountName serverId={null} id={owner_id} name={owner_name} />
                </span>
              ),
            },
            { label: t('reviews.figures'), of: (review) => <Figures review={review} /> },
            {
              label: t('reviews.reach'),
              of: ({ communities, followers }) =>
                t('reviews.reachOf', { count: communities, followers }),
            },
            {
              label: t('reviews.since'),
              of: ({ requested_at }) => formatDate(requested_at, locale),
              className: 'soft numeric',
            },
          ]}
          actions={({ id, identifier }) => (
            <Button
              aria-label={t('reviews.lookOf', { name: isolated(identifier) })}
              onClick={() => onLook(id)}
            >
              {t('reviews.look')}
            </Button>
          )}
        />
      )}
    </Panel>
  );
}

function Figures({ review: { bans, with_evidence, missing } }: { readonly review: Review }) {
  const { t } = useTranslation('bans');
  const locale = useLocale();
  return (
    <>
      {t('reviews.figuresOf', {
        bans: formatCount(bans, locale),
        evidence: formatCount(with_evidence, locale),
      })}
      <Lacks missing={missing} />
    </>
  );
}

function Lacks({ missing }: Pick<Review, 'missing'>) {
  const { t } = useTranslation('bans');
  const locale = useLocale();
  if (missing.length === 0) return null;
  const { bans: most, months: count } = BAN_LIMIT.verification;
  const texts = missing.map((one) => t(`verification.requirement.${one}`, { most, count }));
  return (
    <span className="ban-lacks">
      {t('reviews.missing', { missing: formatList(texts, 'unit', locale) })}
    </span>
  );
}

/** One list, with all that there is to judge it by, and the decision. */
function Looked({
  review,
  onDecided,
  onBack,
}: {
  readonly review: Review | undefined;
  readonly onDecided: () => void;
  readonly onBack: () => void;
}) {
  const { t } = useTranslation('bans');
  const locale = useLocale();
  const back = <Button onClick={onBack}>{t('reviews.back')}</Button>;
  if (review === undefined) {
    return (
      <Notice tone="warn" action={back}>
        {t('reviews.gone')}
      </Notice>
    );
  }
  const { id, state, communities, followers, reports, requested_at, decided_at, reason, missing } =
    review;
  const wasDenied = state === 'in-review' && decided_at !== null;
  return (
    <div className="stack">
      <p>{back}</p>
      <Panel title={t('reviews.decide')}>
        <div className="stack ban-profile">
          <dl>
            <Fact term={t('reviews.figures')}>
              <Figures review={{ ...review, missing: [] }} />
            </Fact>
            <Fact term={t('reviews.reach')}>
              {t('reviews.reachOf', { count: communities, followers })}
            </Fact>
            <Fact term={t('reviews.reports')}>{t('reviews.reportsOf', reports)}</Fact>
            <Fact term={t('reviews.since')}>{formatDate(requested_at, locale)}</Fact>
          </dl>
          <Lacks missing={missing} />
          {wasDenied ? (
            <p>
              {t('reviews.before', {
                moment: formatDate(decided_at, locale),
                reason: isolated(reason),
              })}
            </p>
          ) : null}
          <Verdicts review={review} onDecided={onDecided} />
        </div>
      </Panel>
      <PublicList listId={id} gone={<Notice tone="warn">{t('reviews.gone')}</Notice>} />
    </div>
  );
}
