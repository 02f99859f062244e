import { useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommands } from '../../data/use-view.ts';
import { Button } from '../../parts/button.tsx';
import { CallError } from '../../parts/call-error.tsx';
import { FormError } from '../../parts/form-error.tsx';
import { Form } from '../../parts/form.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Panel } from '../../parts/panel.tsx';
import { toast } from '../../parts/toasts.tsx';
import { UnsavedGuard } from '../../parts/unsaved-guard.tsx';
import type { Called } from '../../parts/use-call.ts';
import { useForm } from '../../parts/use-form.ts';
import { ConnectionFields, RconFields } from '../add/fields.tsx';
import { concernsOf, refusalText } from '../add/refusals.ts';
import { LogFolderField } from './log-folder-field.tsx';
import {
  draftOf,
  keptSettings,
  needsPassword,
  sentSettings,
  settingsRules,
  type Settings,
} from './settings-draft.ts';

/** Name, address, time zone and password of a server. */
export function SettingsPanel({
  serverId,
  settings: { answer, error, reload },
}: {
  readonly serverId: string;
  readonly settings: Called<'serverSettings'>;
}) {
  const { t } = useTranslation('serverPages');
  return (
    <Panel title={t('settings.title')}>
      <div className="stack">
        {error === null ? null : <CallError error={error} onRetry={reload} />}
        {answer === null ? (
          error === null ? (
            <Loading lines={4} />
          ) : null
        ) : (
          <SettingsForm serverId={serverId} settings={answer} onSaved={reload} />
        )}
      </div>
    </Panel>
  );
}

function SettingsForm({
  serverId,
  settings,
  onSaved,
}: {
  readonly serverId: string;
  readonly settings: Settings;
  readonly onSaved: () => void;
}) {
  const { t } = useTranslation('serverPages');
  const commands = useCommands();
  const state = useId();
  const form = useForm({
    rules: settingsRules,
    initial: useMemo(() => draftOf(settings), [settings]),
    typed: sentSettings,
    concerns: concernsOf,
    refusalText,
    keep: useMemo(() => keptSettings(serverId), [serverId]),
    secrets: ['rcon_password'],
  });
  const { values: draft, changed, busy } = form;
  const save = async () => {
    const params = { server_id: serverId };
    const outcome = await form.submit((body) => commands.call('serverEdit', { params, body }));
    if (outcome?.ok !== true) return;
    form.settle();
    toast(t('saved', { ns: 'common' }));
    onSaved();
  };
  return (
    <Form
      form={form}
      onSubmit={() => {
        if (changed) void save();
      }}
    >
      <ConnectionFields form={form} />
      <RconFields
        form={form}
        keep={t(
          needsPassword(draft, form.saved) ? 'settings.passwordAgain' : 'settings.keepPassword',
        )}
      />
      <LogFolderField settings={settings} form={form} />
      <FormError error={form.error} text={(error) => refusalText(error, draft)} />
      <div className="actions">
        <Button kind="primary" type="submit" busy={busy} why={changed ? undefined : state}>
          {t('settings.save')}
        </Button>
        {changed && !busy ? <Button onClick={form.discard}>{t('settings.discard')}</Button> : null}
        <span className="soft" role="status" id={state}>
          {busy ? t('settings.testing') : changed ? t('settings.unsaved') : t('settings.tested')}
        </span>
      </div>
      <UnsavedGuard form={form} />
    </Form>
  );
}
