import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { displayName, email, username } from '../../protocol/account/fields.ts';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { authCall } from './client.ts';
import { FormError } from './form-error.tsx';
import { mismatch, NEW_PASSWORD, NewPasswordFields } from './new-password-fields.tsx';
import { goTo } from './next.ts';
import { useAuthForm } from './use-auth-form.ts';

/** In the order in which they stand: the first wrong one gets the focus. */
const ACCOUNT = {
  code: z.string(),
  username,
  display_name: displayName,
  email,
  ...NEW_PASSWORD,
};

/** Making an account: the founding one, or one by sign-up. `code` is the set-up or invitation code. */
export function AccountForm({
  kind,
  code,
}: {
  readonly kind: 'found' | 'signUp';
  /** The field for a code is needed, and what the address brought for it. */
  readonly code: { readonly needed: boolean; readonly given: string };
}) {
  const { t } = useTranslation('auth');
  const form = useAuthForm({
    fields: code.needed ? { ...ACCOUNT, code: z.string().min(1) } : ACCOUNT,
    also: mismatch,
    concerns: {
      'username-taken': 'username',
      'email-taken': 'email',
      'setup-code-invalid': 'code',
      'invitation-invalid': 'code',
    },
    submit: ({ confirm: _, code: typed, ...account }) =>
      kind === 'found'
        ? authCall('found', { ...account, ...(code.needed ? { setup_code: typed } : {}) })
        : authCall('signUp', { ...account, ...(code.needed ? { invitation: typed } : {}) }),
    done: goTo,
    initial: { code: code.given },
  });
  const limits = ({ minLength, maxLength }: z.ZodString) =>
    t('limit.characters', { ns: 'common', min: minLength ?? 0, max: maxLength ?? 0 });
  return (
    <form ref={form.form} onSubmit={form.onSubmit} noValidate>
      {code.needed ? (
        <Field
          label={t(kind === 'found' ? 'setupCode' : 'invitation')}
          {...form.field('code')}
          hint={t(kind === 'found' ? 'setupCodeHint' : 'invitationHint')}
          autoComplete="off"
        />
      ) : null}
      <Field
        label={t('username')}
        {...form.field('username')}
        hint={`${limits(username)}; ${t('limit.username', { ns: 'common' })}`}
        autoComplete="username"
        autoCapitalize="off"
        spellCheck={false}
      />
      <Field
        label={t('displayName')}
        {...form.field('display_name')}
        hint={`${limits(displayName)}; ${t('limit.alphanumeric', { ns: 'common' })}`}
        autoComplete="nickname"
      />
      <Field label={t('email')} {...form.field('email')} type="email" autoComplete="email" />
      <NewPasswordFields label={t('password')} field={form.field} />
      <FormError error={form.error} />
      <Button kind="primary" type="submit" busy={form.busy}>
        {t(kind === 'found' ? 'foundAction' : 'signUpAction')}
      </Button>
    </form>
  );
}
