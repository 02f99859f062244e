import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { to } from '../../domain/routes/routes.ts';
import type { WebhookDelivery } from '../../protocol/webhooks/calls.ts';
import type { CommandError } from '../../worker/contract.ts';
import { mayIn, type BanList } from '../bans/known/ban-list.ts';
import { useResource } from '../data/use-resource.ts';
import { useCommands } from '../data/use-view.ts';
import { Button } from '../parts/button.tsx';
import { CallError } from '../parts/call-error.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Loading } from '../parts/loading.tsx';
import { useLocale } from '../parts/locale.ts';
import { Notice } from '../parts/notice.tsx';
import { Status, type StatusTone } from '../parts/status.tsx';
import { usePaced } from '../parts/use-paced.ts';
import { formatMoment } from '../text/format.ts';
import { isolated } from '../text/isolated.ts';
import { useDeliveries } from './use-deliveries.ts';
import { causeText, webhookErrorText, type Webhook } from './words.ts';

/** Each delivery changes the row of its webhook. */
const PACE_MS = 2_000;

/** What a webhook was told of late, and what waits. */
export function WebhookHistory({
  list,
  webhook,
  onClose,
}: {
  readonly list: BanList;
  readonly webhook: Webhook;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('webhooks');
  const { id, target } = webhook;
  const { told, rows } = useResource('banListWebhooks', { banlist_id: list.id });
  const now = rows.find((row) => row.id === id);
  const version = usePaced(JSON.stringify(now ?? webhook), PACE_MS);
  const deliveries = useDeliveries(list.id, id, version);
  const shown = deliveries.rows;
  return (
    <Dialog
      open
      closable
      title={t('history.title', { target: isolated(target) })}
      className="webhook-history"
      onClose={onClose}
    >
      <p className="soft">{t('history.text')}</p>
      {told && now === undefined ? (
        <Notice tone="warn">{t('gone')}</Notice>
      ) : deliveries.error === null ? null : (
        <CallError error={deliveries.error} onRetry={deliveries.reload} />
      )}
      {shown === null ? (
        deliveries.error === null ? (
          <Loading lines={4} />
        ) : null
      ) : shown.length === 0 ? (
        <p>{t('history.empty')}</p>
      ) : (
        <ul>
          {shown.map((delivery) => (
            <Delivery
              key={delivery.id}
              list={list}
              webhookId={id}
              delivery={delivery}
              onSent={deliveries.reload}
            />
          ))}
        </ul>
      )}
      {deliveries.older === null ? null : (
        <div>
          <Button busy={deliveries.busy} onClick={deliveries.older}>
            {t('history.older')}
          </Button>
        </div>
      )}
    </Dialog>
  );
}

const TONE = {
  waiting: 'plain',
  delivered: 'good',
  failed: 'bad',
} as const satisfies Readonly<Record<WebhookDelivery['state'], StatusTone>>;

function Delivery({
  list,
  webhookId,
  delivery,
  onSent,
}: {
  readonly list: BanList;
  readonly webhookId: string;
  readonly delivery: WebhookDelivery;
  readonly onSent: () => void;
}) {
  const { t } = useTranslation('webhooks');
  const locale = useLocale();
  const commands = useCommands();
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<CommandError | null>(null);
  const { id, event, count, ban_id, at, state, tries, cause, code, tried_at } = delivery;
  const what = t(`history.event.${event}`, { count });
  const time = formatMoment(at, locale);
  const again = async () => {
    setBusy(true);
    const outcome = await commands.call('banListWebhookRedeliver', {
      params: { banlist_id: list.id, webhook_id: webhookId, delivery_id: id },
      body: {},
    });
    setBusy(false);
    setRefused(outcome.ok ? null : outcome.error);
    if (outcome.ok) onSent();
  };
  return (
    <li>
      <div className="webhook-told">
        <span>
          {what}{' '}
          {ban_id !== null && mayIn(list, 'banlist.list') ? (
            <Link href={to.ban(list.id, ban_id)}>{t('history.ban')}</Link>
          ) : null}
        </span>
        <span className="soft numeric">{time}</span>
      </div>
      <div className="webhook-state">
        <Status tone={TONE[state]}>{t(`history.state.${state}`)}</Status>
        {cause === null ? null : <small>{causeText(cause, code)}</small>}
        {tried_at === null || (tries === 1 && state === 'delivered') ? null : (
          <small className="soft">
            {t('history.tries', { count: tries })}, {t('history.last')}{' '}
            {formatMoment(tried_at, locale)}
          </small>
        )}
        {refused === null ? null : (
          <p className="wrong" role="alert">
            {webhookErrorText(refused)}
          </p>
        )}
      </div>
      {state === 'waiting' ? null : (
        <Button
          busy={busy}
          aria-label={t('history.againOf', { what, time })}
          onClick={() => void again()}
        >
          {t('history.again')}
        </Button>
      )}
    </li>
  );
}
