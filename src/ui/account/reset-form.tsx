import { useTranslation } from 'react-i18next';
import { resetPassword } from '../../protocol/account/calls.ts';
import { Button } from '../parts/button.tsx';
import { FormError } from '../parts/form-error.tsx';
import { Form } from '../parts/form.tsx';
import { useForm } from '../parts/use-form.ts';
import { authCall } from './client.ts';
import { linkErrorText } from './link-error.ts';
import { mismatch, NEW_PASSWORD, NewPasswordFields } from './new-password-fields.tsx';
import { goOn } from './address.ts';

/** Sets a new password with the mailed link. */
export function ResetForm({ token }: { readonly token: string }) {
  const { t } = useTranslation('auth');
  const form = useForm({
    rules: resetPassword.body.shape,
    initial: NEW_PASSWORD,
    also: mismatch,
    ask: ({ password }) => authCall('resetPassword', { token, password }),
    done: goOn,
    leaves: true,
  });
  return (
    <Form form={form}>
      <NewPasswordFields label={t('newPassword')} form={form} />
      <FormError error={form.error} text={linkErrorText} />
      <Button kind="primary" type="submit" busy={form.busy}>
        {t('resetAction')}
      </Button>
    </Form>
  );
}
