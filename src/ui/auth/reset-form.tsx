import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { password } from '../../protocol/account/fields.ts';
import { Button } from '../parts/button.tsx';
import { authCall } from './client.ts';
import { FormError } from './form-error.tsx';
import { goTo } from './next.ts';
import { PasswordField } from '../parts/password-field.tsx';
import { useAuthForm } from './use-auth-form.ts';

/** Sets a new password with the mailed link. */
export function ResetForm({ token }: { readonly token: string }) {
  const { t } = useTranslation('auth');
  const form = useAuthForm({
    fields: { password, confirm: z.string().min(1) },
    also: (values) =>
      values.confirm === values.password
        ? {}
        : { confirm: t('invalid.mismatch', { ns: 'common' }) },
    submit: (values) => authCall('resetPassword', { token, password: values.password }),
    done: goTo,
  });
  return (
    <form ref={form.form} onSubmit={form.onSubmit} noValidate>
      <PasswordField
        label={t('newPassword')}
        name="password"
        value={form.values.password}
        onValue={(value) => form.set('password', value)}
        wrong={form.wrong.password}
        hint={t('limit.atLeast', { ns: 'common', min: 8 })}
        autoComplete="new-password"
      />
      <PasswordField
        label={t('confirm')}
        name="confirm"
        value={form.values.confirm}
        onValue={(value) => form.set('confirm', value)}
        wrong={form.wrong.confirm}
        autoComplete="new-password"
      />
      <FormError error={form.error} />
      <Button kind="primary" type="submit" busy={form.busy}>
        {t('resetAction')}
      </Button>
    </form>
  );
}
