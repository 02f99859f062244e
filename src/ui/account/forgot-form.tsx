import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { forgotPassword } from '../../protocol/account/calls.ts';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { FormError } from '../parts/form-error.tsx';
import { Form } from '../parts/form.tsx';
import { Notice } from '../parts/notice.tsx';
import { useForm } from '../parts/use-form.ts';
import { authCall } from './client.ts';

/** Asks for a link to set a new password; the answer is the same whether the name is known or not. */
export function ForgotForm({
  mail,
}: {
  /** Whether mail goes out from here; without, whoever runs the host hands the link over. */
  readonly mail: boolean;
}) {
  const { t } = useTranslation('auth');
  const [sent, setSent] = useState(false);
  const form = useForm({
    rules: forgotPassword.body.shape,
    initial: { identifier: '' },
    ask: (body) => authCall('forgotPassword', body),
    done: () => setSent(true),
  });
  if (sent) {
    return <Notice tone="good">{t(mail ? 'forgotSent' : 'forgotOutbox')}</Notice>;
  }
  return (
    <Form form={form}>
      <p className="soft">{t(mail ? 'forgotText' : 'forgotTextOutbox')}</p>
      <Field
        {...form.field('identifier')}
        label={t('identifier')}
        autoComplete="username"
        autoCapitalize="off"
        spellCheck={false}
      />
      <FormError error={form.error} />
      <Button kind="primary" type="submit" busy={form.busy}>
        {t(mail ? 'forgotAction' : 'forgotActionOutbox')}
      </Button>
    </Form>
  );
}
