import { useTranslation } from 'react-i18next';
import { factsOf } from '../../../protocol/games/games.ts';
import { Field } from '../../parts/field.tsx';
import type { Form } from '../../parts/use-form.ts';
import type { Settings, SettingsDraft } from './settings-draft.ts';

/** The folder with the game's own logs, where its logs tell more than its remote control. */
export function LogFolderField({
  settings: { game, log_folder, log_root },
  form,
}: {
  readonly settings: Settings;
  readonly form: Pick<Form<SettingsDraft>, 'field'>;
}) {
  const { t } = useTranslation('serverPages');
  if (factsOf(game).logs.length === 0) return null;
  return (
    <Field
      {...form.field('log_folder')}
      label={`${t('settings.logFolder')} (${t('optional', { ns: 'common' })})`}
      // One that was named before can still be taken away.
      disabled={log_root === null && log_folder === null}
      hint={
        log_root === null ? t('settings.logFolderNone') : t('settings.logFolderHint', { log_root })
      }
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
    />
  );
}
