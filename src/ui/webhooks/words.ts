/** Webhooks of ban lists, as their screens know and call them. */
import i18next from 'i18next';
import type { ResourceView } from '../../domain/queries.ts';
import type { WebhookCause } from '../../protocol/webhooks/limits.ts';
import type { CommandError } from '../../worker/contract.ts';
import { banErrorText } from '../bans/known/ban-list.ts';

export type Webhook = ResourceView<'banListWebhooks'>;

/** How a webhook stands that is told nothing until it is verified again; null: it is told, or soon will be. */
export function stoppedAs(status: Webhook['status']) {
  return status === 'PAUSED' || status === 'VERIFY_ERROR' || status === 'ERROR' ? status : null;
}

/** What was answered, and why something was not delivered. */
export function causeText(cause: WebhookCause, code: number | null): string {
  const t = i18next.getFixedT(null, 'webhooks');
  return [...(code === null ? [] : [t('answered', { code })]), t(`cause.${cause}`)].join(' ');
}

/** What a person reads of a call about a webhook that did not succeed. */
export function webhookErrorText(error: CommandError): string {
  const ns = 'webhooks';
  const code = error.kind === 'problem' ? error.problem.code : '';
  return i18next.exists(`errors.${code}`, { ns })
    ? i18next.t(`errors.${code}` as 'errors.not-found', { ns })
    : banErrorText(error);
}
