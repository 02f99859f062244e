import './webhooks.css';
import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { WEBHOOK_EVENT } from '../../protocol/webhooks/limits.ts';
import { mayIn, type BanList } from '../bans/known/ban-list.ts';
import { AccountName } from '../parts/accounts/account-name.tsx';
import { Button } from '../parts/button.tsx';
import { Panel } from '../parts/panel.tsx';
import { RelativeTime } from '../parts/relative-time.tsx';
import { ResourceTable } from '../parts/resource-table.tsx';
import { useDialog } from '../parts/use-dialog.ts';
import { isolated } from '../text/isolated.ts';
import { missingText } from '../text/problem-text.ts';
import { AddWebhook } from './add-webhook.tsx';
import { WebhookDeeds } from './webhook-deeds.tsx';
import { Security, WebhookState } from './webhook-state.tsx';
import type { Webhook } from './words.ts';

/** Who is told what happens to the bans of a list, for whoever may change that. */
export function WebhooksPanel({ list }: { readonly list: BanList }) {
  const { t } = useTranslation('webhooks');
  // What permissions are called stands there.
  useTranslation('groups');
  const [dialog, open] = useDialog();
  const stays = list.deleting === null;
  const adds = stays && mayIn(list, 'banlist.list');
  const add = () => open((close) => <AddWebhook list={list} onClose={close} />);
  return (
    <Panel
      title={t('title')}
      padded={false}
      tools={
        adds ? (
          <Button icon={<Plus />} onClick={add}>
            {t('add')}
          </Button>
        ) : undefined
      }
    >
      <div className="ban-lines stack">
        <p className="soft">{t('text', { name: isolated(list.identifier) })}</p>
        {stays && !adds ? (
          <p className="refused">
            {t('needsList', {
              missing: missingText(['banlist.list']),
              owner: isolated(list.owner_name),
              name: isolated(list.identifier),
            })}
          </p>
        ) : null}
      </div>
      <ResourceTable
        resource="banListWebhooks"
        serverId={{ banlist_id: list.id }}
        empty={
          <>
            <p>{t('empty')}</p>
            {adds ? (
              <>
                <p className="webhook-how">{t('emptyDiscord')}</p>
                <p className="webhook-how">{t('emptyOwn')}</p>
              </>
            ) : null}
          </>
        }
        columns={[
          { label: t('target'), of: (webhook) => <Target webhook={webhook} /> },
          { label: t('events'), of: ({ events }) => <Events of={events} /> },
          { label: t('state'), of: (webhook) => <WebhookState webhook={webhook} /> },
          { label: t('security.label'), of: ({ security }) => <Security of={security} /> },
          {
            label: t('delivered'),
            of: ({ delivered_at }) =>
              delivered_at === null ? (
                <span className="soft">{t('never')}</span>
              ) : (
                <RelativeTime at={delivered_at} />
              ),
          },
        ]}
        actions={(webhook) =>
          stays ? <WebhookDeeds list={list} webhook={webhook} open={open} /> : null
        }
      />
      {dialog}
    </Panel>
  );
}

function Target({ webhook }: { readonly webhook: Webhook }) {
  const { t } = useTranslation('webhooks');
  const { target, flavor, creator_id, creator_name } = webhook;
  return (
    <>
      <bdi className="mono webhook-target" title={target}>
        {target}
      </bdi>
      <small className="soft">
        {t(`format.${flavor}`)},{' '}
        {creator_id === null ? (
          t('byNobody')
        ) : (
          <>
            {t('by')} <AccountName serverId={null} id={creator_id} name={creator_name} />
          </>
        )}
      </small>
    </>
  );
}

function Events({ of: events }: { readonly of: Webhook['events'] }) {
  const { t } = useTranslation('webhooks');
  if (events.length === WEBHOOK_EVENT.length) return t('allEvents');
  const named = WEBHOOK_EVENT.filter((event) => events.includes(event));
  return (
    <span className="webhook-told">
      {named.map((event) => t(`eventShort.${event}`)).join(' · ')}
    </span>
  );
}
