import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { authCall } from './client.ts';
import { FormError } from './form-error.tsx';
import { goTo } from './next.ts';
import { PasswordField } from '../parts/password-field.tsx';
import { useAuthForm } from './use-auth-form.ts';

const FIELDS = { identifier: z.string().min(1).max(254), password: z.string().min(1).max(256) };

/** Username or e-mail, and password. */
export function SignInForm() {
  const { t } = useTranslation('auth');
  const form = useAuthForm({
    fields: FIELDS,
    concerns: { 'bad-credentials': 'password' },
    submit: (values) => authCall('signIn', values),
    done: goTo,
  });
  return (
    <form ref={form.form} onSubmit={form.onSubmit} noValidate>
      <Field
        label={t('identifier')}
        name="identifier"
        value={form.values.identifier}
        onValue={(value) => form.set('identifier', value)}
        wrong={form.wrong.identifier}
        autoComplete="username"
        autoCapitalize="off"
        spellCheck={false}
      />
      <PasswordField
        label={t('password')}
        name="password"
        value={form.values.password}
        onValue={(value) => form.set('password', value)}
        wrong={form.wrong.password}
        autoComplete="current-password"
      />
      <FormError error={form.error} />
      <Button kind="primary" type="submit" busy={form.busy}>
        {t('signInAction')}
      </Button>
    </form>
  );
}
