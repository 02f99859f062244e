import { useTranslation } from 'react-i18next';
import { signIn } from '../../protocol/account/calls.ts';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { FormError } from '../parts/form-error.tsx';
import { Form } from '../parts/form.tsx';
import { PasswordField } from '../parts/password-field.tsx';
import { useForm } from '../parts/use-form.ts';
import { authCall } from './client.ts';
import { goOn } from './address.ts';

/** Username or e-mail, and password. */
export function SignInForm() {
  const { t } = useTranslation('auth');
  const form = useForm({
    rules: signIn.body.shape,
    initial: { identifier: '', password: '' },
    concerns: { 'bad-credentials': 'password' },
    ask: (body) => authCall('signIn', body),
    done: goOn,
    leaves: true,
  });
  return (
    <Form form={form}>
      <Field
        {...form.field('identifier')}
        label={t('identifier')}
        autoComplete="username"
        autoCapitalize="off"
        spellCheck={false}
      />
      <PasswordField
        {...form.field('password')}
        label={t('password')}
        autoComplete="current-password"
      />
      <FormError error={form.error} />
      <Button kind="primary" type="submit" busy={form.busy}>
        {t('signInAction')}
      </Button>
    </Form>
  );
}
