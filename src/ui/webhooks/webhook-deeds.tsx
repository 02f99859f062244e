import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Outcome } from '../../worker/contract.ts';
import { mayIn, type BanList } from '../bans/known/ban-list.ts';
import { useCommands } from '../data/use-view.ts';
import { Button } from '../parts/button.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { toast } from '../parts/toasts.tsx';
import type { useDialog } from '../parts/use-dialog.ts';
import { isolated } from '../text/isolated.ts';
import { EditWebhook } from './edit-webhook.tsx';
import { WebhookHistory } from './webhook-history.tsx';
import { stoppedAs, webhookErrorText, type Webhook } from './words.ts';

/** What can be done with a webhook. */
export function WebhookDeeds({
  list,
  webhook,
  open,
}: {
  readonly list: BanList;
  readonly webhook: Webhook;
  readonly open: ReturnType<typeof useDialog>[1];
}) {
  const { t } = useTranslation('webhooks');
  const commands = useCommands();
  const [busy, setBusy] = useState(false);
  const { status, waiting } = webhook;
  const params = { banlist_id: list.id, webhook_id: webhook.id };
  const target = isolated(webhook.target);
  const doNow = async (ask: () => Promise<Outcome<unknown>>, done: () => void) => {
    setBusy(true);
    const outcome = await ask();
    setBusy(false);
    if (outcome.ok) done();
    else toast(webhookErrorText(outcome.error), 'bad');
  };
  const again = () =>
    doNow(
      () => commands.call('banListWebhookReset', { params, body: {} }),
      () => toast(t('verifying')),
    );
  const pause = () =>
    doNow(
      () => commands.call('banListWebhookPause', { params, body: {} }),
      () => toast(t('paused'), 'good', () => void again()),
    );
  const stopped = stoppedAs(status);
  const removes = () =>
    open((close) => (
      <Confirm
        title={t('removeAsked', { target })}
        action={t('remove')}
        done={t('removed')}
        refusalText={webhookErrorText}
        onYes={() => commands.call('banListWebhookRemove', { params, body: {} })}
        onClose={close}
      >
        <p>{waiting === 0 ? t('removeSays') : t('removeSaysWaiting', { count: waiting })}</p>
        <p>{t('removeLoses')}</p>
      </Confirm>
    ));
  return (
    <div className="webhook-deeds">
      {mayIn(list, 'banlist.list') ? (
        <Button
          aria-label={t('editOf', { target })}
          onClick={() =>
            open((close) => <EditWebhook list={list} webhook={webhook} onClose={close} />)
          }
        >
          {t('edit')}
        </Button>
      ) : null}
      <Button
        busy={busy}
        aria-label={
          stopped === null ? t('pauseOf', { target }) : t(`againOf.${stopped}`, { target })
        }
        onClick={() => void (stopped === null ? pause() : again())}
      >
        {stopped === null ? t('pause') : t(`again.${stopped}`)}
      </Button>
      <Button
        aria-label={t('history.of', { target })}
        onClick={() =>
          open((close) => <WebhookHistory list={list} webhook={webhook} onClose={close} />)
        }
      >
        {t('history.label')}
      </Button>
      <Button aria-label={t('removeOf', { target })} onClick={removes}>
        {t('remove')}
      </Button>
    </div>
  );
}
