import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { displayName, email, password, username } from '../../protocol/account/fields.ts';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { authCall } from './client.ts';
import { FormError } from './form-error.tsx';
import { goTo } from './next.ts';
import { PasswordField } from '../parts/password-field.tsx';
import { useAuthForm } from './use-auth-form.ts';

/** In the order in which they stand: the first wrong one gets the focus. */
const ACCOUNT = {
  code: z.string(),
  username,
  display_name: displayName,
  email,
  password,
  confirm: z.string().min(1),
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
    also: (values) =>
      values.confirm === values.password
        ? {}
        : { confirm: t('invalid.mismatch', { ns: 'common' }) },
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
  const { values, wrong, set } = form;
  const limits = (min: number, max: number) => t('limit.characters', { ns: 'common', min, max });
  return (
    <form ref={form.form} onSubmit={form.onSubmit} noValidate>
      {code.needed ? (
        <Field
          label={t(kind === 'found' ? 'setupCode' : 'invitation')}
          name="code"
          value={values.code}
          onValue={(value) => set('code', value)}
          wrong={wrong.code}
          hint={t(kind === 'found' ? 'setupCodeHint' : 'invitationHint')}
          autoComplete="off"
        />
      ) : null}
      <Field
        label={t('username')}
        name="username"
        value={values.username}
        onValue={(value) => set('username', value)}
        wrong={wrong.username}
        hint={`${limits(3, 32)}; ${t('limit.username', { ns: 'common' })}`}
        autoComplete="username"
        autoCapitalize="off"
        spellCheck={false}
      />
      <Field
        label={t('displayName')}
        name="display_name"
        value={values.display_name}
        onValue={(value) => set('display_name', value)}
        wrong={wrong.display_name}
        hint={`${limits(3, 18)}; ${t('limit.alphanumeric', { ns: 'common' })}`}
        autoComplete="nickname"
      />
      <Field
        label={t('email')}
        name="email"
        type="email"
        value={values.email}
        onValue={(value) => set('email', value)}
        wrong={wrong.email}
        autoComplete="email"
      />
      <PasswordField
        label={t('password')}
        name="password"
        value={values.password}
        onValue={(value) => set('password', value)}
        wrong={wrong.password}
        hint={t('limit.atLeast', { ns: 'common', min: 8 })}
        autoComplete="new-password"
      />
      <PasswordField
        label={t('confirm')}
        name="confirm"
        value={values.confirm}
        onValue={(value) => set('confirm', value)}
        wrong={wrong.confirm}
        autoComplete="new-password"
      />
      <FormError error={form.error} />
      <Button kind="primary" type="submit" busy={form.busy}>
        {t(kind === 'found' ? 'foundAction' : 'signUpAction')}
      </Button>
    </form>
  );
}
