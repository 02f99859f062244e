import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { found, signUp } from '../../protocol/account/calls.ts';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { FormError } from '../parts/form-error.tsx';
import { Form } from '../parts/form.tsx';
import { useForm } from '../parts/use-form.ts';
import { authCall } from './client.ts';
import { mismatch, NEW_PASSWORD, NewPasswordFields } from './new-password-fields.tsx';
import { nextPath } from './address.ts';

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
  const founds = kind === 'found';
  const codeName = founds ? 'setup_code' : 'invitation';
  // What no field shows cannot be wrong.
  const given = code.needed ? code.given : '';
  const form = useForm({
    rules: { ...found.body.shape, ...signUp.body.shape },
    initial: {
      username: '',
      display_name: '',
      email: '',
      ...NEW_PASSWORD,
      setup_code: founds ? given : '',
      invitation: founds ? '' : given,
    },
    also: (values) => ({
      ...mismatch(values),
      ...(code.needed && values[codeName] === ''
        ? { [codeName]: i18next.t('wrong.required', { ns: 'forms' }) }
        : {}),
    }),
    concerns: {
      'username-taken': 'username',
      'email-taken': 'email',
      ...(code.needed && { 'setup-code-invalid': codeName, 'invitation-invalid': codeName }),
    },
    ask: ({ setup_code, invitation, ...account }) =>
      founds
        ? authCall('found', { ...account, ...(code.needed && { setup_code }) })
        : authCall('signUp', { ...account, ...(code.needed && { invitation }) }),
    done: () => location.replace(nextPath(location.search, location.origin)),
    leaves: true,
  });
  return (
    <Form form={form}>
      {code.needed ? (
        <Field
          {...form.field(codeName)}
          label={t(founds ? 'setupCode' : 'invitation')}
          hint={t(founds ? 'setupCodeHint' : 'invitationHint')}
          autoComplete="off"
        />
      ) : null}
      <Field
        {...form.field('username')}
        label={t('username')}
        hint={form.limit('username')}
        autoComplete="username"
        autoCapitalize="off"
        spellCheck={false}
      />
      <Field
        {...form.field('display_name')}
        label={t('displayName')}
        hint={form.limit('display_name')}
        autoComplete="nickname"
      />
      <Field
        {...form.field('email')}
        label={t('email')}
        inputMode="email"
        autoCapitalize="off"
        spellCheck={false}
        autoComplete="email"
      />
      <NewPasswordFields label={t('password')} form={form} />
      <FormError error={form.error} />
      <Button kind="primary" type="submit" busy={form.busy}>
        {t(founds ? 'foundAction' : 'signUpAction')}
      </Button>
    </Form>
  );
}
