import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import {
  queueSyncPassword,
  queueSyncPrivateKey,
  queueSyncTarget,
} from '../../protocol/queue-sync/fields.ts';
import { queueSyncSet } from '../../protocol/queue-sync/calls.ts';
import {
  QUEUE_SYNC_PROTOCOL,
  QUEUE_SYNC_SECRET,
  type QueueSyncProtocol,
  type QueueSyncSecret,
} from '../../protocol/queue-sync/limits.ts';
import type { RowOf } from '../../protocol/resources/registry.ts';
import { useCommands } from '../data/use-view.ts';
import { Button } from '../parts/button.tsx';
import { Control, Field, Labelled } from '../parts/field.tsx';
import { FormActions } from '../parts/form-actions.tsx';
import { Form } from '../parts/form.tsx';
import { PasswordField } from '../parts/password-field.tsx';
import { read } from '../parts/rules.ts';
import { Select } from '../parts/select.tsx';
import { toast } from '../parts/toasts.tsx';
import { UnsavedGuard } from '../parts/unsaved-guard.tsx';
import { useForm } from '../parts/use-form.ts';
import { errorText } from '../text/problem-text.ts';

interface Draft {
  readonly protocol: QueueSyncProtocol;
  readonly host: string;
  readonly port: string;
  readonly username: string;
  readonly folder: string;
  readonly secret: QueueSyncSecret;
  readonly password: string;
  readonly private_key: string;
}

/** Where the ports of each protocol usually are. */
const PORT = { sftp: '22', ftps: '21', ftp: '21' } as const satisfies Readonly<
  Record<QueueSyncProtocol, string>
>;
/** With another one of these, or another way to log in, the stored secret is not used. */
const SENT_TO = ['protocol', 'host', 'port', 'username', 'secret'] as const;
const PLAIN = { autoComplete: 'off', autoCapitalize: 'off', spellCheck: false } as const;

/** Where the file goes, and as whom Muster logs in there; `target` is null where nobody has set it up. */
export function TargetForm({
  serverId,
  target,
}: {
  readonly serverId: string;
  readonly target: RowOf<'queueSyncTarget'> | null;
}) {
  const { t } = useTranslation('queueSync');
  const commands = useCommands();
  const isNew = target === null;
  const needs = (draft: Draft, saved: Draft) =>
    isNew || SENT_TO.some((name) => draft[name].trim() !== saved[name]);
  const form = useForm({
    rules: (draft: Draft, saved: Draft) => rulesOf(needs(draft, saved)),
    initial: useMemo(() => draftOf(target), [target]),
    typed: sentOf,
    secrets: ['password', 'private_key'],
    concerns: ({ secret }) => ({
      'private-key-unusable': 'private_key',
      'password-needed': secret === 'key' ? 'private_key' : 'password',
    }),
    refusalText: (refusal) =>
      refusal.kind === 'problem' && refusal.problem.code === 'password-needed'
        ? t('again')
        : errorText(refusal),
    keep: `queue-sync:${serverId}`,
    ask: (body, { was }) =>
      commands.call('queueSyncSet', {
        params: { server_id: serverId },
        body: { ...body, was: isNew ? null : read(queueSyncTarget.shape, was).body },
      }),
    done: () => toast(t('saved')),
  });
  const { values, changed, busy } = form;
  const asks = needs(values, form.saved);
  const isKey = values.secret === 'key';
  return (
    <Form
      form={form}
      className="stack"
      onSubmit={() => {
        if (changed) form.submit();
      }}
    >
      <Select
        label={t('protocol.label')}
        value={values.protocol}
        options={QUEUE_SYNC_PROTOCOL.map((value) => ({ value, label: t(`protocol.${value}`) }))}
        onValue={(value) => form.set(withProtocol(values, value as QueueSyncProtocol))}
      />
      <div className="field-row">
        <Field {...form.field('host')} {...PLAIN} label={t('host')} hint={t('hostHint')} />
        <Field {...form.field('port')} label={t('port')} inputMode="numeric" autoComplete="off" />
      </div>
      <Field {...form.field('username')} {...PLAIN} label={t('username')} />
      {values.protocol === 'sftp' ? (
        <Select
          label={t('secret.label')}
          value={values.secret}
          options={QUEUE_SYNC_SECRET.map((value) => ({ value, label: t(`secret.${value}`) }))}
          onValue={(value) => form.set({ secret: value as QueueSyncSecret })}
        />
      ) : null}
      {isKey ? (
        <Labelled
          name="private_key"
          label={t('privateKey')}
          hint={asks ? t('privateKeyHint') : t('keep')}
        >
          <Control
            render={<textarea rows={4} />}
            className="input"
            {...PLAIN}
            value={values.private_key}
            onValueChange={(private_key) => form.set({ private_key })}
          />
        </Labelled>
      ) : (
        <PasswordField
          {...form.field('password')}
          label={t('password')}
          hint={isNew ? t('passwordHint') : asks ? t('again') : t('keep')}
          autoComplete="off"
        />
      )}
      <Field {...form.field('folder')} {...PLAIN} label={t('folder')} hint={t('folderHint')} />
      <FormActions form={form} action={isNew ? t('setUp') : t('save')}>
        {changed && !busy ? <Button onClick={form.discard}>{t('discard')}</Button> : null}
      </FormActions>
      <UnsavedGuard form={form} />
    </Form>
  );
}

function draftOf(target: RowOf<'queueSyncTarget'> | null): Draft {
  const secrets = { password: '', private_key: '' };
  if (target === null) {
    const unset = { host: '', port: PORT.sftp, username: '', folder: '' };
    return { protocol: 'sftp', ...unset, secret: 'password', ...secrets };
  }
  const { protocol, host, port, username, folder, secret_kind: secret } = target;
  return { protocol, host, port: String(port), username, folder, secret, ...secrets };
}

/** The port goes along where it is the usual one, and a key is for SFTP alone. */
function withProtocol({ protocol: was, port, secret }: Draft, protocol: QueueSyncProtocol) {
  return {
    protocol,
    port: port === PORT[was] ? PORT[protocol] : port,
    secret: protocol === 'sftp' ? secret : 'password',
  } as const;
}

/** The wire's rules; `needs`: the stored secret does not do. */
function rulesOf(needs: boolean) {
  const { was: _, ...shape } = queueSyncSet.body.shape;
  return {
    ...shape,
    password: needs ? queueSyncPassword : shape.password,
    private_key: needs ? queueSyncPrivateKey : shape.private_key,
  };
}

function sentOf({ secret, password, private_key, ...target }: Draft) {
  return { ...target, ...(secret === 'key' ? { private_key } : { password }) };
}
