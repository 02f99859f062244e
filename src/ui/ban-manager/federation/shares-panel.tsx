import { Share2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ResourceView } from '../../../domain/queries.ts';
import { banErrorText, type BanList } from '../../bans/known/ban-list.ts';
import { useCommands } from '../../data/use-view.ts';
import { Button } from '../../parts/button.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { useLocale } from '../../parts/locale.ts';
import { Panel } from '../../parts/panel.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { ResourceTable } from '../../parts/resource-table.tsx';
import { useDialog } from '../../parts/use-dialog.ts';
import { formatMoment } from '../../text/format.ts';
import { isolated } from '../../text/isolated.ts';
import { nameOf } from './remotes-panel.tsx';
import { ShareDialog } from './share-dialog.tsx';

type Share = ResourceView<'banListShares'>;

/** The installations that follow a list, and the links that nobody has used. For whoever may change the list. */
export function SharesPanel({ list }: { readonly list: BanList }) {
  const { t } = useTranslation('federation');
  const [dialog, open] = useDialog();
  const shares = list.allow_followers && list.deleting === null;
  const share = () => open((close) => <ShareDialog list={list} onClose={close} />);
  return (
    <Panel
      title={t('shares.title')}
      padded={false}
      tools={
        shares ? (
          <Button icon={<Share2 />} onClick={share}>
            {t('shares.add')}
          </Button>
        ) : undefined
      }
    >
      <p className="soft ban-lines">{t(list.allow_followers ? 'shares.text' : 'shares.off')}</p>
      {list.allow_followers ? (
        <ResourceTable
          resource="banListShares"
          serverId={{ banlist_id: list.id }}
          empty={t('shares.empty')}
          columns={[
            { label: t('shares.who'), of: (row) => <Who share={row} /> },
            {
              label: t('shares.shared'),
              of: ({ addresses }) => t(addresses ? 'shares.idsAndAddresses' : 'shares.ids'),
            },
            { label: t('shares.state'), of: (row) => <ShareState share={row} /> },
          ]}
          actions={(row) => <End list={list} share={row} open={open} />}
        />
      ) : null}
      {dialog}
    </Panel>
  );
}

function Who({ share: { since, origin, key } }: { readonly share: Share }) {
  const { t } = useTranslation('federation');
  if (since === null) return <span className="soft">{t('shares.waiting')}</span>;
  return (
    <>
      {origin === null ? (
        <span className="soft">{t('shares.unnamed')}</span>
      ) : (
        <bdi>{nameOf(origin)}</bdi>
      )}{' '}
      {key === null ? null : (
        <small className="soft mono">{t('shares.key', { key: key.slice(0, 8) })}</small>
      )}
    </>
  );
}

function ShareState({ share: { since, until, asked_at } }: { readonly share: Share }) {
  const { t } = useTranslation('federation');
  const locale = useLocale();
  if (since === null) {
    return until === null ? null : t('shares.until', { time: formatMoment(until, locale) });
  }
  return (
    <>
      {t('shares.since', { time: formatMoment(since, locale) })}
      {asked_at === null ? null : (
        <small className="soft">
          , {t('shares.asked')} <RelativeTime at={asked_at} />
        </small>
      )}
    </>
  );
}

function End({
  list,
  share,
  open,
}: {
  readonly list: BanList;
  readonly share: Share;
  readonly open: ReturnType<typeof useDialog>[1];
}) {
  const { t } = useTranslation('federation');
  const commands = useCommands();
  const isUsed = share.since !== null;
  const name = isolated(share.origin === null ? t('shares.unnamed') : nameOf(share.origin));
  const ask = () =>
    open((close) => (
      <Confirm
        title={isUsed ? t('shares.endAsked', { name }) : t('shares.dropAsked')}
        action={isUsed ? t('shares.end') : t('shares.drop')}
        done={isUsed ? t('shares.ended', { name }) : t('shares.dropped')}
        refusalText={banErrorText}
        onYes={() =>
          commands.call('banListShareEnd', {
            params: { banlist_id: list.id, share_id: share.id },
            body: {},
          })
        }
        onClose={close}
      >
        <p>{isUsed ? t('shares.endSays') : t('shares.dropSays')}</p>
      </Confirm>
    ));
  return (
    <Button aria-label={isUsed ? t('shares.endOf', { name }) : t('shares.dropOf')} onClick={ask}>
      {isUsed ? t('shares.end') : t('shares.drop')}
    </Button>
  );
}
