import './invitations.css';
import type { TFunction } from 'i18next';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { giveable, managedServers } from '../../domain/invitations/rules.ts';
import type { AccountRow } from '../../domain/rows.ts';
import { to } from '../../domain/routes/routes.ts';
import { PRESET, presetOf, PRESETS } from '../../domain/personnel/presets.ts';
import { inviteCreate } from '../../protocol/invitations/calls.ts';
import { INVITATION_LIMIT } from '../../protocol/invitations/limits.ts';
import { SERVER_PERMISSION } from '../../protocol/permissions.ts';
import type { CallAnswer, CommandError } from '../../worker/contract.ts';
import { useCommands, useOne } from '../data/use-view.ts';
import { addressOf, optional } from '../parts/addresses/parameters.ts';
import { useAddress } from '../parts/addresses/use-address.ts';
import { Field } from '../parts/field.tsx';
import { FormActions } from '../parts/form-actions.tsx';
import { Form } from '../parts/form.tsx';
import { Notice } from '../parts/notice.tsx';
import { PermissionFields } from '../parts/permission-fields.tsx';
import { newRequestId } from '../parts/request-id.ts';
import { Select } from '../parts/select.tsx';
import { ServerChoice } from '../parts/server-choice.tsx';
import { useForm } from '../parts/use-form.ts';
import { errorText } from '../text/problem-text.ts';
import { InviteDone } from './invite-done.tsx';

/** The server that one came from. */
const ASKED = addressOf({ server: optional('server') });

const SERVERS = ['servers'] as const;

const ACCOUNT = ['servers', 'muster_id', 'persona', 'mail'] as const;

const RULES = inviteCreate.body.omit({ request_id: true }).shape;

const DAYS = ['1', '7', '30', '90'] as const;

/** `/people/invite`: who, with which rights, on which servers; and then what became of it. */
export function InvitePage() {
  const { t } = useTranslation('invitations');
  const pages = useTranslation('serverPages').t;
  const servers = useOne({ view: 'account' }, SERVERS).row?.servers;
  const [done, setDone] = useState<{ answer: CallAnswer<'inviteCreate'>; email: string }>();
  const isNowhere = servers !== undefined && managedServers(servers).length === 0;
  return (
    <div className="stack invite-form">
      <Link href={to.people()}>{t('form.back')}</Link>
      <h1>{t('form.title')}</h1>
      {isNowhere && done === undefined ? (
        <Notice tone="warn">
          {t('form.nowhere', { permission: pages('permission.server.personnel') })}
        </Notice>
      ) : done === undefined ? (
        <InviteForm onDone={(answer, email) => setDone({ answer, email })} />
      ) : (
        <InviteDone {...done} onAnother={() => setDone(undefined)} />
      )}
    </div>
  );
}

function InviteForm({
  onDone,
}: {
  readonly onDone: (answer: CallAnswer<'inviteCreate'>, email: string) => void;
}) {
  const { t } = useTranslation('invitations');
  const pages = useTranslation('serverPages').t;
  const commands = useCommands();
  const [{ server }] = useAddress(ASKED);
  const account = useOne({ view: 'account' }, ACCOUNT).row;
  const [initial] = useState({
    identifier: '',
    email: '',
    permissions: [...PRESETS.moderator],
    server_ids: server === null ? [] : [server],
    days: String(INVITATION_LIMIT.days.usual),
  });
  const ownOn = (ids: readonly string[]) =>
    account === undefined ? SERVER_PERMISSION : giveable(account.servers, ids);
  const takesMail = (identifier: string) => identifier.trim() === '' && account?.mail === true;
  // What got lost on its way is the same request when it is sent again as it was: it is done once.
  const sent = useRef({ id: '', text: '' });
  const form = useForm({
    rules: RULES,
    initial,
    typed: ({ identifier, email, days, permissions, ...rest }) => ({
      ...rest,
      permissions: permissions.filter((one) => ownOn(rest.server_ids).includes(one)),
      identifier: identifier.trim() === '' ? null : identifier,
      // What is not seen is not sent.
      email: !takesMail(identifier) || email.trim() === '' ? null : email.trim(),
      days: Number(days),
    }),
    also: ({ identifier, server_ids: ids }) => ({
      ...(ids.length === 0 ? { server_ids: t('form.noServers') } : {}),
      ...(isOwn(account, identifier) ? { identifier: t('form.yourself') } : {}),
    }),
    concerns: {
      'account-not-found': 'identifier',
      'limit-reached': 'identifier',
      'permission-denied': 'server_ids',
    },
    refusalText: (refusal) => limitText(t, refusal) ?? errorText(refusal),
    ask: (body) => {
      const text = JSON.stringify(body);
      if (sent.current.text !== text) sent.current = { id: newRequestId(), text };
      return commands.call('inviteCreate', { body: { ...body, request_id: sent.current.id } });
    },
    done: (answer, { values: { identifier, email } }) =>
      onDone(answer, identifier.trim() === '' ? email.trim() : ''),
  });
  const { identifier, permissions, server_ids: serverIds } = form.values;
  const own = ownOn(serverIds);
  const preset = presetOf(permissions);
  const without = permissions.filter((one) => !own.includes(one));
  const managed = useMemo(
    () => (account === undefined ? [] : managedServers(account.servers)),
    [account],
  );
  const isManagingAll = managed.length === Object.keys(account?.servers ?? {}).length;
  return (
    <Form form={form} startsInField>
      <Field
        {...form.field('identifier')}
        label={t('form.identifier')}
        hint={t('form.identifierHint')}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
      />
      {takesMail(identifier) ? (
        <Field
          {...form.field('email')}
          label={t('form.email')}
          hint={t('form.emailHint')}
          inputMode="email"
          autoComplete="off"
        />
      ) : null}
      <Select
        name="permissions"
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
      {form.wrong['permissions'] === undefined ? null : (
        <Notice tone="bad">{t('form.noPermissions')}</Notice>
      )}
      {without.length === 0 ? null : (
        <p className="soft" role="status">
          {t('form.without', {
            permissions: without.map((one) => pages(`permission.${one}`)).join(' · '),
          })}
        </p>
      )}
      <details>
        <summary>{t('form.choose')}</summary>
        <PermissionFields
          own={own}
          before={[]}
          held={permissions.filter((one) => own.includes(one))}
          onHeld={(held) => form.set({ permissions: [...held] })}
        />
      </details>
      <ServerChoice
        name="server_ids"
        label={t('form.servers')}
        chosen={serverIds}
        most={INVITATION_LIMIT.servers}
        among={isManagingAll ? undefined : managed}
        onChosen={(ids) => form.set({ server_ids: [...ids] })}
      />
      <Select
        {...form.field('days')}
        label={t('form.days')}
        options={DAYS.map((value) => ({ value, label: t('form.day', { count: Number(value) }) }))}
      />
      <FormActions form={form} action={t('form.submit')} />
    </Form>
  );
}

/** Whether the text names the account itself: nobody gives anything to themselves. */
function isOwn(
  account: Pick<AccountRow, 'muster_id' | 'persona'> | undefined,
  identifier: string,
): boolean {
  const name = identifier.trim().toLowerCase();
  return (
    name !== '' && (name === account?.muster_id || name === account?.persona.username.toLowerCase())
  );
}

/** Which limit it is that is reached. */
function limitText(t: TFunction<'invitations'>, refusal: CommandError): string | undefined {
  if (refusal.kind !== 'problem' || refusal.problem.code !== 'limit-reached') return undefined;
  return refusal.problem.fields?.['identifier'] === undefined
    ? t('form.tooManyOpen', { count: INVITATION_LIMIT.open })
    : t('form.tooManyFor');
}
