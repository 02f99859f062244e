import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { password } from '../../protocol/account/fields.ts';
import { PasswordField } from '../parts/password-field.tsx';
import type { AuthForm } from './use-auth-form.ts';

/** A new password, which is typed twice. */
export const NEW_PASSWORD = { password, confirm: z.string().min(1) };
type Name = keyof typeof NEW_PASSWORD;

/** What is wrong where the two differ. */
export function mismatch(values: Readonly<Record<Name, string>>): { readonly confirm?: string } {
  return values.confirm === values.password
    ? {}
    : { confirm: i18next.t('invalid.mismatch', { ns: 'common' }) };
}

/** Both fields of a new password. */
export function NewPasswordFields({
  label,
  field,
}: {
  readonly label: string;
  readonly field: AuthForm<Name>['field'];
}) {
  const { t } = useTranslation('auth');
  return (
    <>
      <PasswordField
        {...field('password')}
        label={label}
        hint={t('limit.atLeast', { ns: 'common', min: password.minLength ?? 0 })}
        autoComplete="new-password"
      />
      <PasswordField {...field('confirm')} label={t('confirm')} autoComplete="new-password" />
    </>
  );
}
