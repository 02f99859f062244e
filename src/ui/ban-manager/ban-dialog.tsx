import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { BanRow } from '../../domain/bans/row.ts';
import { neededToAdd } from '../../domain/bans/rules.ts';
import { to } from '../../domain/routes/routes.ts';
import { clock } from '../data/clock.ts';
import { hostTime } from '../data/host-clock.ts';
import { useCommands } from '../data/use-view.ts';
import { AccountName } from '../parts/accounts/account-name.tsx';
import { Button } from '../parts/button.tsx';
import { CallError } from '../parts/call-error.tsx';
import { Copyable } from '../parts/copyable.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Fact } from '../parts/fact.tsx';
import { Loading } from '../parts/loading.tsx';
import { useLocale } from '../parts/locale.ts';
import { toast } from '../parts/toasts.tsx';
import { useCall } from '../parts/use-call.ts';
import { useDialog } from '../parts/use-dialog.ts';
import { formatMoment } from '../text/format.ts';
import { isolated } from '../text/isolated.ts';
import { BanEdit, EnforceAgain } from './ban-edit.tsx';
import { BanHistory } from './ban-history.tsx';
import { Evidence } from './evidence.tsx';
import { ReportDialog } from './report-dialog.tsx';
import { AlsoBanned } from '../bans/known/also-banned.tsx';
import { AwayServers } from '../bans/known/away.tsx';
import { banErrorText, mayIn, missingHere, type BanList } from '../bans/known/ban-list.ts';
import { BanStatus, useStatus } from '../bans/known/status.tsx';
import { useRevoked } from '../bans/known/use-revoked.ts';
import { whoText } from '../bans/known/who.ts';

/** A ban: whom it keeps out and why, what was done with it, and what the account may do. */
export function BanDialog({
  list,
  banId,
  onClose,
}: {
  readonly list: BanList;
  readonly banId: string;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('bans');
  const reads = mayIn(list, 'banlist.list');
  const params = { banlist_id: list.id, ban_id: banId };
  const { answer, error, reload } = useCall('banRead', reads ? { params } : null);
  const [asks, setAsks] = useState<'edit' | 'enforce' | null>(null);
  const title =
    answer === null ? t('list.title') : t('ban.title', { name: isolated(whoText(answer.ban)) });
  if (answer !== null && asks !== null) {
    // Whoever looks at it again sees it as it is now, saved or not.
    const close = () => {
      setAsks(null);
      reload();
    };
    const Asked = asks === 'edit' ? BanEdit : EnforceAgain;
    return <Asked list={list} ban={answer.ban} onDone={close} onRefused={reload} onClose={close} />;
  }
  return (
    <Dialog open onClose={onClose} title={title} className="ban-dialog" closable>
      {!reads ? (
        <p>{missingHere(list, 'banlist.list')}</p>
      ) : answer === null ? (
        error === null ? (
          <Loading lines={5} />
        ) : (
          <CallError error={error} onRetry={reload} />
        )
      ) : (
        <>
          <Deeds list={list} {...answer} onAsk={setAsks} onDone={reload} />
          <Facts {...answer} />
          <AlsoBanned bans={answer.also} title={t('also.of', { count: answer.also.length })} />
          <Waits list={list} ban={answer.ban} />
          <Evidence
            list={list}
            banId={banId}
            evidence={answer.evidence}
            may={answer.may.edit && list.deleting === null}
            onDone={reload}
          />
          <BanHistory list={list} ban={answer.ban} />
        </>
      )}
    </Dialog>
  );
}

/** What the account may do with a ban, and who could allow more. */
function Deeds({
  list,
  ban,
  may,
  onAsk,
  onDone,
}: {
  readonly list: BanList;
  readonly ban: BanRow;
  readonly may: { readonly edit: boolean; readonly remove: boolean; readonly enforce: boolean };
  readonly onAsk: (what: 'edit' | 'enforce') => void;
  readonly onDone: () => void;
}) {
  const { t } = useTranslation('bans');
  const commands = useCommands();
  const [busy, setBusy] = useState(false);
  const revoked = useRevoked();
  const status = useStatus(ban);
  const turn = async (
    to: BanRow['status'],
    done: string,
    undoes: boolean,
    was: BanRow['status'] = ban.status,
  ) => {
    setBusy(true);
    const outcome = await commands.call('banStatus', {
      params: { banlist_id: list.id, ban_id: ban.id },
      body: { status: to, was },
    });
    setBusy(false);
    onDone();
    if (!outcome.ok) return toast(banErrorText(outcome.error), 'bad');
    const says = to === 'REVOKED' ? await revoked({ banlist_id: list.id, ban_id: ban.id }) : done;
    toast(says, 'good', undoes ? () => void turn(was, t('ban.undone'), false, to) : null);
  };
  if (list.deleting !== null) return null;
  const reports = may.edit || may.remove ? null : <Report list={list} ban={ban} />;
  if (!may.edit && !may.remove && !may.enforce) {
    const own = mayIn(list, 'banlist.remove-own') ? t('ban.ownOnly') : null;
    return (
      <>
        <p className="soft">{own ?? t('ban.none', { owner: list.owner_name })}</p>
        <div className="actions">{reports}</div>
      </>
    );
  }
  const enforces = mayIn(list, neededToAdd(ban.until)) && may.enforce;
  return (
    <div className="actions">
      {may.edit ? <Button onClick={() => onAsk('edit')}>{t('ban.edit')}</Button> : null}
      {may.remove && status === 'ACTIVE' ? (
        <>
          <Button busy={busy} onClick={() => void turn('REVOKED', t('ban.revoked'), enforces)}>
            {t('ban.revoke')}
          </Button>
          <Button
            busy={busy}
            onClick={() => void turn('REWORK_REQUIRED', t('ban.wasSetAside'), enforces)}
          >
            {t('ban.setAside')}
          </Button>
        </>
      ) : null}
      {may.enforce && status !== 'ACTIVE' ? (
        <Button
          kind="primary"
          busy={busy}
          onClick={() => {
            const isOver = ban.until !== null && ban.until <= hostTime(clock.peek());
            if (isOver) onAsk('enforce');
            else void turn('ACTIVE', t('ban.enforced'), may.remove);
          }}
        >
          {t('ban.enforce')}
        </Button>
      ) : null}
      {reports}
    </div>
  );
}

/** For whoever may not change a ban themselves. */
function Report({ list, ban }: { readonly list: BanList; readonly ban: BanRow }) {
  const { t } = useTranslation('bans');
  const [dialog, open] = useDialog();
  const reported = { id: ban.id, name: whoText(ban) };
  return (
    <>
      <Button
        onClick={() =>
          open((close) => <ReportDialog listId={list.id} ban={reported} onClose={close} />)
        }
      >
        {t('report.open')}
      </Button>
      {dialog}
    </>
  );
}

/** Where a ban in force does not hold yet. */
function Waits({ list, ban }: { readonly list: BanList; readonly ban: BanRow }) {
  return useStatus(ban) === 'ACTIVE' ? <AwayServers list={list} /> : null;
}

function Facts({
  ban,
  profile,
  addresses,
}: {
  readonly ban: BanRow;
  readonly profile: boolean;
  readonly addresses: readonly string[] | null;
}) {
  const { t } = useTranslation('bans');
  const locale = useLocale();
  const ids = (['steam_id', 'guid', 'bohemia_id'] as const).flatMap((kind) => {
    const value = ban[kind];
    return value === null ? [] : [{ kind, value }];
  });
  const { until, origin, issuer_id, issuer_name, created_at, changed_at, address } = ban;
  return (
    <dl className="facts">
      <Fact numeric term={t('ban.status')}>
        <BanStatus ban={ban} />
      </Fact>
      <Fact numeric term={t('ban.reason')}>
        <bdi>{ban.reason}</bdi>
      </Fact>
      {ban.description === '' ? null : (
        <Fact numeric term={t('ban.description')}>
          <bdi>{ban.description}</bdi>
        </Fact>
      )}
      <Fact numeric term={t('ban.until')}>
        {until === null ? t('list.ever') : formatMoment(until, locale)}
      </Fact>
      <Fact numeric term={t('ban.since')}>
        {formatMoment(created_at, locale)}
      </Fact>
      <Fact numeric term={t('ban.by')}>
        {issuer_id === null ? (
          t('nobody')
        ) : (
          <AccountName serverId={null} id={issuer_id} name={issuer_name} />
        )}
      </Fact>
      <Fact numeric term={t('ban.origin')}>
        {origin === null ? t('byHand') : t(`origin.${origin}`)}
      </Fact>
      {ban.person_id === null || !profile ? null : (
        <Fact numeric term={t('ban.who')}>
          <Link href={to.profile(ban.person_id)}>
            <bdi>{whoText(ban)}</bdi>
          </Link>
        </Fact>
      )}
      {ids.map(({ kind, value }) => (
        <Fact key={kind} term={t(`ban.${kind}`)}>
          <Copyable what={t(`ban.${kind}`)}>{value}</Copyable>
        </Fact>
      ))}
      {address === null ? null : (
        <Fact numeric term={t('ban.address')}>
          {(addresses ?? [address]).map((one) => (
            <bdi key={one} className="mono">
              {one}{' '}
            </bdi>
          ))}
          {addresses === null ? <span className="soft">{t('ban.masked')}</span> : null}
        </Fact>
      )}
      {changed_at === created_at ? null : (
        <Fact numeric term={t('ban.changed')}>
          {formatMoment(changed_at, locale)}
        </Fact>
      )}
      <Fact numeric term={t('ban.id')}>
        <Copyable what={t('ban.id')}>{ban.id}</Copyable>
      </Fact>
    </dl>
  );
}
