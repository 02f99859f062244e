import { useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { OwnBansBehind } from '../../bans/own-bans.tsx';
import { useCommands } from '../../data/use-view.ts';
import { TAG_LIMIT } from '../../../protocol/servers/limits.ts';
import { Button } from '../../parts/button.tsx';
import { Field } from '../../parts/field.tsx';
import { FormError } from '../../parts/form-error.tsx';
import { Form } from '../../parts/form.tsx';
import { NoLines } from '../../parts/no-lines.tsx';
import { Panel } from '../../parts/panel.tsx';
import { toast } from '../../parts/toasts.tsx';
import { ZoneNotice } from '../../schedules/zone-notice.tsx';
import { UnsavedGuard } from '../../parts/unsaved-guard.tsx';
import { useForm } from '../../parts/use-form.ts';
import { ConnectionFields, RconFields } from '../add/fields.tsx';
import { concernsOf, refusalText } from '../add/refusals.ts';
import { LogFolderField } from './log-folder-field.tsx';
import {
  draftOf,
  isElsewhere,
  needsPassword,
  sentSettings,
  settingsRules,
  settingsSeen,
  type Settings,
} from './settings-draft.ts';

/** Name, address, time zone and password of a server; `settings` is null until the host has told them. */
export function SettingsPanel({
  serverId,
  settings,
}: {
  readonly serverId: string;
  readonly settings: Settings | null;
}) {
  const { t } = useTranslation('serverPages');
  return (
    <Panel title={t('settings.title')}>
      <div className="stack">
        {settings === null ? (
          <NoLines serverId={serverId} topic="settings" />
        ) : (
          <SettingsForm serverId={serverId} settings={settings} />
        )}
      </div>
    </Panel>
  );
}

function SettingsForm({
  serverId,
  settings,
}: {
  readonly serverId: string;
  readonly settings: Settings;
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
    keep: `settings:${serverId}`,
    secrets: ['rcon_password'],
    ask: (body, { was }) =>
      commands.call('serverEdit', {
        params: { server_id: serverId },
        body: { ...body, was: settingsSeen(was) },
      }),
    done: () => toast(t('saved', { ns: 'common' })),
  });
  const { values: draft, changed, busy } = form;
  return (
    <Form
      form={form}
      onSubmit={() => {
        if (changed) form.submit();
      }}
    >
      <ConnectionFields form={form} />
      {draft.timezone === settings.timezone ? null : (
        <ZoneNotice serverId={serverId} timezone={draft.timezone} />
      )}
      <RconFields
        form={form}
        keep={t(
          needsPassword(draft, form.saved) ? 'settings.passwordAgain' : 'settings.keepPassword',
        )}
      />
      {isElsewhere(draft, form.saved) ? <OwnBansBehind serverId={serverId} /> : null}
      <Field
        {...form.field('tags')}
        label={`${t('settings.tags')} (${t('optional', { ns: 'common' })})`}
        hint={t('settings.tagsHint', TAG_LIMIT)}
        autoComplete="off"
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
