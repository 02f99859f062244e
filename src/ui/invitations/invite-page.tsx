import './invitations.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { to } from '../../domain/routes/routes.ts';
import { PRESET, presetOf, PRESETS } from '../../domain/personnel/presets.ts';
import { inviteCreate } from '../../protocol/invitations/calls.ts';
import { INVITATION_LIMIT } from '../../protocol/invitations/limits.ts';
import { SERVER_PERMISSION, type ServerPermission } from '../../protocol/permissions.ts';
import type { CallAnswer } from '../../worker/contract.ts';
import { useCommands } from '../data/use-view.ts';
import { addressOf, optional } from '../parts/addresses/parameters.ts';
import { useAddress } from '../parts/addresses/use-address.ts';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { FormError } from '../parts/form-error.tsx';
import { Form } from '../parts/form.tsx';
import { PermissionFields } from '../parts/permission-fields.tsx';
import { Select } from '../parts/select.tsx';
import { ServerChoice } from '../parts/server-choice.tsx';
import { useForm } from '../parts/use-form.ts';
import { InviteDone } from './invite-done.tsx';

/** The server that one came from. */
const ASKED = addressOf({ server: optional('server') });

const DAYS = ['1', '7', '30', '90'] as const;

interface Done {
  readonly answer: CallAnswer<'inviteCreate'>;
  /** What was to be given, and where the link was to be mailed. */
  readonly permissions: readonly ServerPermission[];
  readonly email: string;
}

/** `/people/invite`: who, with which rights, on which servers; and then what became of it. */
export function InvitePage() {
  const { t } = useTranslation('invitations');
  const [done, setDone] = useState<Done>();
  return (
    <div className="stack invite-form">
      <Link href={to.people()}>{t('form.back')}</Link>
      <h1>{t('form.title')}</h1>
      {done === undefined ? (
        <InviteForm onDone={setDone} />
      ) : (
        <InviteDone {...done} onAnother={() => setDone(undefined)} />
      )}
    </div>
  );
}

function InviteForm({ onDone }: { readonly onDone: (done: Done) => void }) {
  const { t } = useTranslation('invitations');
  const commands = useCommands();
  const [{ server }] = useAddress(ASKED);
  const [initial] = useState({
    identifier: '',
    email: '',
    permissions: [...PRESETS.moderator],
    server_ids: server === null ? [] : [server],
    days: String(INVITATION_LIMIT.days.usual),
  });
  const form = useForm({
    rules: inviteCreate.body.shape,
    initial,
    typed: ({ identifier, email, days, ...rest }) => ({
      ...rest,
      identifier: identifier.trim() === '' ? null : identifier,
      email: email.trim() === '' ? null : email.trim(),
      days: Number(days),
    }),
    also: ({ server_ids: ids }) => (ids.length === 0 ? { server_ids: t('form.noServers') } : {}),
    concerns: { 'account-not-found': 'identifier', 'permission-denied': 'server_ids' },
  });
  const { identifier, permissions, server_ids: serverIds } = form.values;
  const preset = presetOf(permissions);
  const submit = async () => {
    const outcome = await form.submit((body) => commands.call('inviteCreate', { body }));
    const { email } = form.values;
    if (outcome?.ok === true) onDone({ answer: outcome.value, email, permissions });
  };
  return (
    <Form form={form} startsInField onSubmit={() => void submit()}>
      <Field
        {...form.field('identifier')}
        label={t('form.identifier')}
        hint={t('form.identifierHint')}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
      />
      {identifier.trim() === '' ? (
        <Field
          {...form.field('email')}
          label={t('form.email')}
          hint={t('form.emailHint')}
          inputMode="email"
          autoComplete="off"
        />
      ) : null}
      <Select
        label={t('form.preset')}
        value={preset ?? 'own'}
        options={[...PRESET, ...(preset === null ? (['own'] as const) : [])].map((value) => ({
          value,
          label: t(`form.presets.${value}`),
        }))}
        onValue={(value) => {
          const chosen = PRESET.find((name) => name === value);
          if (chosen !== undefined) form.set({ permissions: [...PRESETS[chosen]] });
        }}
      />
      <details>
        <summary>{t('form.choose')}</summary>
        <PermissionFields
          own={SERVER_PERMISSION}
          before={[]}
          held={permissions}
          onHeld={(held) => form.set({ permissions: [...held] })}
        />
      </details>
      <ServerChoice
        name="server_ids"
        label={t('form.servers')}
        chosen={serverIds}
        most={INVITATION_LIMIT.servers}
        onChosen={(ids) => form.set({ server_ids: [...ids] })}
      />
      <Select
        {...form.field('days')}
        label={t('form.days')}
        options={DAYS.map((value) => ({ value, label: t('form.day', { count: Number(value) }) }))}
      />
      <FormError error={form.error} />
      <div className="actions">
        <Button kind="primary" type="submit" busy={form.busy}>
          {t('form.submit')}
        </Button>
      </div>
    </Form>
  );
}
