import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../parts/button.tsx';
import { CallError } from '../../parts/call-error.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Panel } from '../../parts/panel.tsx';
import { UnsavedGuard } from '../../parts/unsaved-guard.tsx';
import type { Called } from '../../parts/use-call.ts';
import { ConnectionFields, RconFields } from '../add/fields.tsx';
import { refusalText } from '../add/wrong.ts';
import { LogFolderField } from './log-folder-field.tsx';
import type { Settings } from './settings-draft.ts';
import { useSettingsForm } from './use-settings-form.ts';

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
  const state = useId();
  const { draft, wrong, error, busy, changed, needsPassword, form, set, discard, forget, save } =
    useSettingsForm(serverId, settings, onSaved);
  return (
    <form
      ref={form}
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy && changed) void save();
      }}
    >
      <ConnectionFields draft={draft} wrong={wrong} set={set} />
      <RconFields
        draft={draft}
        wrong={wrong}
        set={set}
        keep={t(needsPassword ? 'settings.passwordAgain' : 'settings.keepPassword')}
      />
      <LogFolderField settings={settings} draft={draft} wrong={wrong} set={set} />
      {error === null ? null : <Notice tone="bad">{refusalText(error, settings.game)}</Notice>}
      <div className="actions">
        <Button kind="primary" type="submit" busy={busy} why={changed ? undefined : state}>
          {t('settings.save')}
        </Button>
        {changed && !busy ? <Button onClick={discard}>{t('settings.discard')}</Button> : null}
        <span className="soft" role="status" id={state}>
          {busy ? t('settings.testing') : changed ? t('settings.unsaved') : t('settings.tested')}
        </span>
      </div>
      <UnsavedGuard changed={changed} onLeave={forget} />
    </form>
  );
}
