import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ResourceView } from '../../../domain/queries.ts';
import { banErrorText, mayIn, type BanList } from '../../bans/known/ban-list.ts';
import { useCommands } from '../../data/use-view.ts';
import { Button } from '../../parts/button.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { useLocale } from '../../parts/locale.ts';
import { Panel } from '../../parts/panel.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { ResourceTable } from '../../parts/resource-table.tsx';
import { Status, type StatusTone } from '../../parts/status.tsx';
import { toast } from '../../parts/toasts.tsx';
import { useDialog } from '../../parts/use-dialog.ts';
import { formatCount, formatMoment } from '../../text/format.ts';
import { isolated } from '../../text/isolated.ts';
import { errorText } from '../../text/problem-text.ts';
import { RemoteFollowDialog } from './remote-follow-dialog.tsx';

type Remote = ResourceView<'banListRemotes'>;

/** The lists of other installations that a list follows, and how each stands. */
export function RemotesPanel({ list }: { readonly list: BanList }) {
  const { t } = useTranslation('federation');
  const locale = useLocale();
  const [dialog, open] = useDialog();
  const modifies = mayIn(list, 'banlist.modify') && list.deleting === null;
  const follow = () => open((close) => <RemoteFollowDialog list={list} onClose={close} />);
  return (
    <Panel
      title={t('remotes.title')}
      padded={false}
      tools={
        modifies ? (
          <Button icon={<Plus />} onClick={follow}>
            {t('remotes.add')}
          </Button>
        ) : undefined
      }
    >
      <p className="soft ban-lines">{t('remotes.text', { name: isolated(list.identifier) })}</p>
      <ResourceTable
        resource="banListRemotes"
        serverId={{ banlist_id: list.id }}
        empty={t('remotes.empty')}
        columns={[
          {
            label: t('remotes.name'),
            of: ({ identifier, addresses }) => (
              <>
                <bdi>{identifier}</bdi>
                {addresses ? <small className="soft"> {t('remotes.withAddresses')}</small> : null}
              </>
            ),
          },
          { label: t('remotes.from'), of: ({ origin }) => <bdi>{nameOf(origin)}</bdi> },
          {
            label: t('remotes.bans'),
            of: ({ bans }) => formatCount(bans, locale),
            className: 'numeric count',
          },
          { label: t('remotes.state'), of: (remote) => <RemoteState remote={remote} /> },
          {
            label: t('remotes.since'),
            of: ({ since }) => formatMoment(since, locale),
            className: 'soft numeric',
          },
        ]}
        actions={(remote) =>
          modifies ? <RemoteActions list={list} remote={remote} open={open} /> : null
        }
      />
      {dialog}
    </Panel>
  );
}

const TONE: Readonly<Record<Remote['state'], StatusTone>> = {
  starting: 'unknown',
  current: 'good',
  failing: 'warn',
  ended: 'bad',
};

function RemoteState({ remote }: { readonly remote: Remote }) {
  const { t } = useTranslation('federation');
  const locale = useLocale();
  const { state, bans, total, cause, checked_at, failing_since, next_at, ended_at } = remote;
  // Until all of it was read once.
  const copied =
    total === null ? null : { done: formatCount(bans, locale), all: formatCount(total, locale) };
  const timeOf = (at: number) => formatMoment(at, locale);
  return (
    <div className="remote-state">
      <Status tone={TONE[state]}>{t(`remotes.states.${state}`)}</Status>
      {state === 'starting' && copied !== null ? (
        <small className="soft">{t('remotes.copying', copied)}</small>
      ) : null}
      {state === 'current' && checked_at !== null ? (
        <small className="soft">
          {t('remotes.asOf')} <RelativeTime at={checked_at} />
        </small>
      ) : null}
      {state === 'failing' && cause !== null ? (
        <small>
          {t(`cause.${cause}`)}{' '}
          {failing_since === null
            ? null
            : t('remotes.failing', { time: timeOf(checked_at ?? failing_since) })}{' '}
          {copied === null ? null : t('remotes.partly', copied)}{' '}
          {next_at === null ? null : t('remotes.next', { time: timeOf(next_at) })}
        </small>
      ) : null}
      {state === 'ended' && ended_at !== null ? (
        <small>{t('remotes.endedAt', { time: timeOf(ended_at) })}</small>
      ) : null}
    </div>
  );
}

function RemoteActions({
  list,
  remote,
  open,
}: {
  readonly list: BanList;
  readonly remote: Remote;
  readonly open: ReturnType<typeof useDialog>[1];
}) {
  const { t } = useTranslation('federation');
  const commands = useCommands();
  const params = { banlist_id: list.id, remote_id: remote.id };
  const name = isolated(remote.identifier);
  const remove = () => commands.call('banListRemoteUnfollow', { params, body: {} });
  const readNow = async () => {
    const outcome = await commands.call('banListRemoteNow', { params, body: {} });
    if (outcome.ok) toast(t('remotes.asked', { name }));
    else toast(errorText(outcome.error), 'bad');
  };
  const stop = () =>
    open((close) => (
      <Confirm
        title={t('remotes.endAsked', { name })}
        action={t('remotes.end')}
        done={t('remotes.ended', { name })}
        refusalText={banErrorText}
        onYes={remove}
        onClose={close}
      >
        <p>{t('remotes.endSays', { count: remote.bans })}</p>
        <p>{t('remotes.endLink')}</p>
      </Confirm>
    ));
  if (remote.state === 'ended') {
    return (
      <Button aria-label={t('remotes.removeOf', { name })} onClick={() => void remove()}>
        {t('remotes.remove')}
      </Button>
    );
  }
  return (
    <>
      {remote.state === 'failing' || remote.state === 'current' ? (
        <Button aria-label={t('remotes.nowOf', { name })} onClick={() => void readNow()}>
          {t('remotes.now')}
        </Button>
      ) : null}
      <Button aria-label={t('remotes.endOf', { name })} onClick={stop}>
        {t('remotes.end')}
      </Button>
    </>
  );
}

/** An installation as people know it. */
export function nameOf(origin: string): string {
  return origin.replace('https://', '');
}
