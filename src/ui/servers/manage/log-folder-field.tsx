import { useTranslation } from 'react-i18next';
import { factsOf } from '../../../protocol/games/games.ts';
import { Field } from '../../parts/field.tsx';
import type { DraftFieldsProps } from '../add/fields.tsx';
import type { Settings } from './settings-draft.ts';

/** The folder with the game's own logs, where its logs tell more than its remote control. */
export function LogFolderField({
  settings: { game, log_folder, log_root },
  draft,
  wrong,
  set,
}: DraftFieldsProps & { readonly settings: Settings }) {
  const { t } = useTranslation('serverPages');
  if (factsOf(game).logs.length === 0) return null;
  return (
    <Field
      name="log_folder"
      label={`${t('settings.logFolder')} (${t('optional', { ns: 'common' })})`}
      value={draft.log_folder}
      wrong={wrong.log_folder}
      // One that was named before can still be taken away.
      disabled={log_root === null && log_folder === null}
      hint={
        log_root === null ? t('settings.logFolderNone') : t('settings.logFolderHint', { log_root })
      }
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      onValue={(value) => set('log_folder', value)}
    />
  );
}
