import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { oldEnoughAt, type Requirement } from '../../domain/bans/verification.ts';
import { to } from '../../domain/routes/routes.ts';
import { BAN_LIMIT, VERIFICATION_REQUIREMENT } from '../../protocol/bans/limits.ts';
import type { CallAnswer } from '../../worker/contract.ts';
import { banErrorText, mayIn, missingIn, type BanList } from '../bans/known/ban-list.ts';
import { useCommands } from '../data/use-view.ts';
import { Button } from '../parts/button.tsx';
import { CallError } from '../parts/call-error.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { Loading } from '../parts/loading.tsx';
import { useLocale } from '../parts/locale.ts';
import { Notice } from '../parts/notice.tsx';
import { Panel } from '../parts/panel.tsx';
import { Status } from '../parts/status.tsx';
import { useCall } from '../parts/use-call.ts';
import { useDialog } from '../parts/use-dialog.ts';
import { formatCount, formatDate } from '../text/format.ts';
import { Missing } from './missing.tsx';
import { RequestForm } from './request-form.tsx';

type Standing = CallAnswer<'banListVerification'>;

const LIMIT = BAN_LIMIT.verification;

/** Whether a list is verified, what it lacks to be, and how to ask for it. */
export function VerificationPanel({ list }: { readonly list: BanList }) {
  const { t } = useTranslation('bans');
  return mayIn(list, 'banlist.view') ? (
    <Verification list={list} />
  ) : (
    <Missing title={t('verification.title')} list={list} permission="banlist.view" />
  );
}

function Verification({ list }: { readonly list: BanList }) {
  const { t } = useTranslation('bans');
  const { answer, error, reload } = useCall(
    'banListVerification',
    { params: { banlist_id: list.id } },
    // Staff decided, or it is no longer what was asked about.
    `${list.verification} ${list.public} ${list.bans}`,
  );
  return (
    <Panel title={t('verification.title')}>
      {error !== null ? (
        <CallError error={error} onRetry={reload} />
      ) : answer === null ? (
        <Loading lines={6} />
      ) : (
        <Shown list={list} standing={answer} onChanged={reload} />
      )}
    </Panel>
  );
}

function Shown({
  list,
  standing,
  onChanged,
}: {
  readonly list: BanList;
  readonly standing: Standing;
  readonly onChanged: () => void;
}) {
  const { t } = useTranslation('bans');
  // What permissions are called stands there.
  useTranslation('groups');
  const locale = useLocale();
  const { state, requested_at, decided_at, reason, waits_until } = standing;
  const said = (at: number | null) => (at === null ? '' : formatDate(at, locale));
  const moment = said(state === 'in-review' ? requested_at : decided_at);
  const modifies = mayIn(list, 'banlist.modify') && list.deleting === null;
  const denied = state !== 'verified' && reason !== '';
  return (
    <div className="stack ban-add">
      <p className="soft">{t('verification.says')}</p>
      <Notice tone={state === 'verified' ? 'good' : state === 'denied' ? 'warn' : 'plain'}>
        {t(`verification.states.${state}`, { moment, until: said(waits_until) })}
      </Notice>
      {reason === '' ? null : (
        <p>
          {denied && state !== 'denied'
            ? t('verification.last', { moment: said(decided_at) })
            : t('verification.reason')}{' '}
          <bdi>{reason}</bdi>
        </p>
      )}
      {state === 'verified' ? null : <Needs list={list} standing={standing} />}
      {modifies ? (
        <>
          {state === 'requestable' ? <RequestForm list={list} onDone={onChanged} /> : null}
          {state === 'in-review' || state === 'verified' ? (
            <CancelButton
              list={list}
              what={state === 'verified' ? 'giveUp' : 'cancel'}
              onDone={onChanged}
            />
          ) : null}
        </>
      ) : list.deleting === null ? (
        <p className="soft">{missingIn(list, ['banlist.modify'])}</p>
      ) : null}
    </div>
  );
}

/** What it takes, and how far the list is with each. */
function Needs({ list, standing }: { readonly list: BanList; readonly standing: Standing }) {
  const { t } = useTranslation('bans');
  const values = { most: LIMIT.bans, count: LIMIT.months };
  return (
    <>
      <h3>{t('verification.needs')}</h3>
      <ul className="ban-needs">
        {VERIFICATION_REQUIREMENT.map((one) => {
          const isMet = !standing.missing.includes(one);
          return (
            <li key={one} data-met={isMet}>
              <span>{t(`verification.requirement.${one}`, values)}</span>
              <Status tone={isMet ? 'good' : 'warn'}>
                {t(isMet ? 'verification.met' : 'verification.notMet')}
              </Status>
              <Have of={one} isMet={isMet} list={list} standing={standing} />
            </li>
          );
        })}
      </ul>
    </>
  );
}

function Have({
  of,
  isMet,
  list,
  standing: { bans, created_at, communities },
}: {
  readonly of: Requirement;
  readonly isMet: boolean;
  readonly list: BanList;
  readonly standing: Standing;
}) {
  const { t } = useTranslation('bans');
  const locale = useLocale();
  switch (of) {
    case 'public':
    case 'profile':
      return isMet ? null : (
        <Link href={to.banList(list.id, `?tab=${of === 'public' ? 'settings' : 'profile'}`)}>
          {t(of === 'public' ? 'verification.toSettings' : 'verification.toProfile')}
        </Link>
      );
    case 'bans': {
      const text = t('verification.have.bans', {
        bans: formatCount(bans, locale),
        most: formatCount(LIMIT.bans, locale),
      });
      return isMet ? null : (
        <span className="soft numeric">
          <progress
            aria-label={t('verification.requirement.bans', { most: LIMIT.bans })}
            max={LIMIT.bans}
            value={bans}
          />{' '}
          {text}
        </span>
      );
    }
    case 'age':
      return isMet ? null : (
        <span className="soft">
          {t('verification.have.age', { moment: formatDate(oldEnoughAt(created_at), locale) })}
        </span>
      );
    case 'reach':
      return <span className="soft">{t('verification.have.reach', { count: communities })}</span>;
  }
}

/** Takes a request back, or gives up what it brought. */
function CancelButton({
  list,
  what,
  onDone,
}: {
  readonly list: BanList;
  readonly what: 'cancel' | 'giveUp';
  readonly onDone: () => void;
}) {
  const { t } = useTranslation('bans');
  const commands = useCommands();
  const [dialog, open] = useDialog();
  const ask = () =>
    open((close) => (
      <Confirm
        title={t(`verification.${what}Asked`)}
        action={t(`verification.${what}`)}
        done={t(what === 'cancel' ? 'verification.cancelled' : 'verification.givenUp')}
        refusalText={banErrorText}
        onYes={async () => {
          const params = { banlist_id: list.id };
          const outcome = await commands.call('banListVerificationCancel', { params, body: {} });
          if (outcome.ok) onDone();
          return outcome;
        }}
        onClose={close}
      >
        <p>{t(`verification.${what}Says`)}</p>
      </Confirm>
    ));
  return (
    <p>
      <Button onClick={ask}>{t(`verification.${what}`)}</Button>
      {dialog}
    </p>
  );
}
