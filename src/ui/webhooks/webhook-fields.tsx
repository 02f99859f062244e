import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { WEBHOOK_FLAVOR } from '../../protocol/enumerations.ts';
import { WEBHOOK_EVENT, WEBHOOK_LIMIT } from '../../protocol/webhooks/limits.ts';
import { Field } from '../parts/field.tsx';
import { Notice } from '../parts/notice.tsx';
import { Select } from '../parts/select.tsx';
import { isolated } from '../text/isolated.ts';
import { isOfDiscord, newSecret, type WebhookForm } from './draft.ts';
import { SecretField } from './secret-field.tsx';
import type { Webhook } from './words.ts';

const PLAIN = { autoComplete: 'off', autoCapitalize: 'off', spellCheck: false } as const;

/** Where a webhook goes, what it is told, and what is of its format; `webhook` is null where it is a new one. */
export function WebhookFields({
  form,
  webhook,
}: {
  readonly form: WebhookForm;
  readonly webhook: Webhook | null;
}) {
  const { t } = useTranslation('webhooks');
  const { flavor, url, secret, username, avatar_url } = form.values;
  // Where somebody has pasted an address of the other format.
  const [turned, setTurned] = useState(false);
  const stored = webhook?.secret ?? false;
  return (
    <>
      <Select
        label={t('form.format')}
        value={flavor}
        options={WEBHOOK_FLAVOR.toReversed().map((value) => ({
          value,
          label: t(`format.${value}`),
        }))}
        hint={t(`form.formatHint.${flavor}`)}
        wrong={form.wrong['flavor']}
        onValue={(value) => {
          setTurned(false);
          const needs = value === 'MUSTER' && !stored && secret === '';
          form.set({ flavor: value as typeof flavor, ...(needs && { secret: newSecret() }) });
        }}
      />
      <Field
        {...form.field('url')}
        {...PLAIN}
        inputMode="url"
        label={t('form.url')}
        hint={
          <>
            {/^\s*http:/i.test(url) ? (
              <span className="webhook-warns">{t('form.plain')} </span>
            ) : null}
            {webhook === null
              ? null
              : `${t('form.urlStays', { target: isolated(webhook.target) })} `}
            {t(`form.urlHint.${flavor}`)} {form.limit('url')}.
          </>
        }
        onValue={(text) => {
          const turns = flavor === 'MUSTER' && isOfDiscord(text) && !isOfDiscord(url);
          if (turns) setTurned(true);
          form.set({ url: text, ...(turns && { flavor: 'DISCORD' }) });
        }}
      />
      {turned ? <Notice>{t('form.isDiscord')}</Notice> : null}
      <EventChoice form={form} />
      {flavor === 'MUSTER' ? (
        <SecretField form={form} stored={stored} />
      ) : (
        <>
          <Field
            {...form.field('username')}
            {...PLAIN}
            label={t('form.username')}
            value={username}
            hint={`${t('form.usernameHint')} ${form.limit('username')}.`}
          />
          <Field
            {...form.field('avatar_url')}
            {...PLAIN}
            inputMode="url"
            label={t('form.avatar')}
            value={avatar_url}
            hint={`${t('form.avatarHint')} ${form.limit('avatar_url')}.`}
          />
        </>
      )}
    </>
  );
}

function EventChoice({ form }: { readonly form: WebhookForm }) {
  const { t } = useTranslation('webhooks');
  const id = useId();
  const { events } = form.values;
  const wrong = form.wrong['events'];
  return (
    <fieldset
      className="webhook-events"
      aria-describedby={wrong === undefined ? `${id}-hint` : `${id}-hint ${id}-wrong`}
    >
      <legend>{t('form.events')}</legend>
      {WEBHOOK_EVENT.map((event) => (
        <label key={event} className="check">
          <input
            type="checkbox"
            name="events"
            checked={events.includes(event)}
            onChange={({ target }) =>
              form.set({
                events: WEBHOOK_EVENT.filter((one) =>
                  one === event ? target.checked : events.includes(one),
                ),
              })
            }
          />
          {t(`form.event.${event}`)}
        </label>
      ))}
      {wrong === undefined ? null : (
        <p className="wrong" id={`${id}-wrong`} role="alert">
          {wrong}
        </p>
      )}
      <p className="hint" id={`${id}-hint`}>
        {t('form.many', { most: WEBHOOK_LIMIT.atOnce })}
      </p>
    </fieldset>
  );
}
