import { useTranslation } from 'react-i18next';
import { signIn } from '../../protocol/account/calls.ts';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { authCall } from './client.ts';
import { FormError } from './form-error.tsx';
import { goTo } from './next.ts';
import { PasswordField } from '../parts/password-field.tsx';
import { useAuthForm } from './use-auth-form.ts';

const { identifier, password } = signIn.body.shape;

/** Username or e-mail, and password. */
export function SignInForm() {
  const { t } = useTranslation('auth');
  const form = useAuthForm({
    fields: { identifier, password },
    concerns: { 'bad-credentials': 'password' },
    submit: (values) => authCall('signIn', values),
    done: goTo,
  });
  return (
    <form ref={form.form} onSubmit={form.onSubmit} noValidate>
      <Field
        label={t('identifier')}
        {...form.field('identifier')}
        autoComplete="username"
        autoCapitalize="off"
        spellCheck={false}
      />
      <PasswordField
        label={t('password')}
        {...form.field('password')}
        autoComplete="current-password"
      />
      <FormError error={form.error} />
      <Button kind="primary" type="submit" busy={form.busy}>
        {t('signInAction')}
      </Button>
    </form>
  );
}
