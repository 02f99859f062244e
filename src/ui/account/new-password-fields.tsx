import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { PasswordField } from '../parts/password-field.tsx';
import type { Wrong } from '../parts/rules.ts';
import type { Form } from '../parts/use-form.ts';

/** A new password, which is typed twice. */
export const NEW_PASSWORD = { password: '', confirm: '' };

/** What is wrong where the two differ. */
export function mismatch({ password, confirm }: typeof NEW_PASSWORD): Wrong {
  return confirm === password ? {} : { confirm: i18next.t('wrong.mismatch', { ns: 'forms' }) };
}

/** Both fields of a new password. */
export function NewPasswordFields<Values extends typeof NEW_PASSWORD>({
  label,
  form,
}: {
  readonly label: string;
  readonly form: Pick<Form<Values>, 'field' | 'limit'>;
}) {
  const { t } = useTranslation('auth');
  const { field, limit } = form as Pick<Form<typeof NEW_PASSWORD>, 'field' | 'limit'>;
  return (
    <>
      <PasswordField
        {...field('password')}
        label={label}
        hint={limit('password')}
        autoComplete="new-password"
      />
      <PasswordField {...field('confirm')} label={t('confirm')} autoComplete="new-password" />
    </>
  );
}
