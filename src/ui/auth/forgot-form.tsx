import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { forgotPassword } from '../../protocol/account/calls.ts';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { Notice } from '../parts/notice.tsx';
import { authCall } from './client.ts';
import { FormError } from './form-error.tsx';
import { useAuthForm } from './use-auth-form.ts';

/** Asks for a link to set a new password; the answer is the same whether the name is known or not. */
export function ForgotForm({ mail }: { readonly mail: boolean }) {
  const { t } = useTranslation('auth');
  const [sent, setSent] = useState(false);
  const form = useAuthForm({
    fields: { identifier: forgotPassword.body.shape.identifier },
    submit: (values) => authCall('forgotPassword', values),
    done: () => setSent(true),
  });
  if (sent) {
    return <Notice tone="good">{t(mail ? 'forgotSent' : 'forgotOutbox')}</Notice>;
  }
  return (
    <form ref={form.form} onSubmit={form.onSubmit} noValidate>
      <p className="soft">{t('forgotText')}</p>
      <Field
        label={t('identifier')}
        {...form.field('identifier')}
        autoComplete="username"
        autoCapitalize="off"
        spellCheck={false}
      />
      <FormError error={form.error} />
      <Button kind="primary" type="submit" busy={form.busy}>
        {t('forgotAction')}
      </Button>
    </form>
  );
}
