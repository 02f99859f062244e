import { Copy } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../parts/button.tsx';
import { useCopy } from '../parts/copyable.tsx';
import { Field } from '../parts/field.tsx';
import { newSecret, type WebhookForm } from './draft.ts';

/** What deliveries are signed with: a new one is shown while it is being saved, and never again. */
export function SecretField({
  form,
  stored,
}: {
  readonly form: WebhookForm;
  /** There is one that stays unless another is typed. */
  readonly stored: boolean;
}) {
  const { t } = useTranslation('webhooks');
  const copy = useCopy();
  const id = useId();
  const { secret } = form.values;
  const make = () => form.set({ secret: newSecret() });
  const wrong = form.wrong['secret'];
  if (stored && secret === '') {
    return (
      <div className="field webhook-secret" role="group" aria-labelledby={id}>
        <span id={id} className="label">
          {t('form.secret')}
        </span>
        <div className="actions">
          <Button name="secret" onClick={make}>
            {t('form.secretNew')}
          </Button>
        </div>
        <span className="hint">{t('form.secretStays')}</span>
        {wrong === undefined ? null : <span className="wrong">{wrong}</span>}
      </div>
    );
  }
  return (
    <div className="webhook-secret">
      <Field
        {...form.field('secret')}
        className="input mono"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        label={t('form.secret')}
        hint={`${t('form.secretHint')} ${stored ? t('form.secretTurns') : ''}`}
        beside={
          <Button icon={<Copy />} onClick={() => copy(t('form.secret'), secret)}>
            {t('form.copy')}
          </Button>
        }
      />
      <div className="actions">
        <Button onClick={make}>{t('form.secretOther')}</Button>
        {stored ? (
          <Button onClick={() => form.set({ secret: '' })}>{t('form.secretKeep')}</Button>
        ) : null}
      </div>
    </div>
  );
}
