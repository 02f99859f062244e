import { useTranslation } from 'react-i18next';
import { Button } from '../parts/button.tsx';
import { authCall } from './client.ts';
import { FormError } from './form-error.tsx';
import { mismatch, NEW_PASSWORD, NewPasswordFields } from './new-password-fields.tsx';
import { goTo } from './next.ts';
import { useAuthForm } from './use-auth-form.ts';

/** Sets a new password with the mailed link. */
export function ResetForm({ token }: { readonly token: string }) {
  const { t } = useTranslation('auth');
  const form = useAuthForm({
    fields: NEW_PASSWORD,
    also: mismatch,
    submit: ({ password }) => authCall('resetPassword', { token, password }),
    done: goTo,
  });
  return (
    <form ref={form.form} onSubmit={form.onSubmit} noValidate>
      <NewPasswordFields label={t('newPassword')} field={form.field} />
      <FormError error={form.error} />
      <Button kind="primary" type="submit" busy={form.busy}>
        {t('resetAction')}
      </Button>
    </form>
  );
}
