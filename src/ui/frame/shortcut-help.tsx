import { useTranslation } from 'react-i18next';
import { useSignalValue } from '../data/use-signal.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { shortcutsOn, switchShortcuts } from './shortcuts.ts';

const SHORTCUTS = ['g d', 'g a', 'g i', '/', '?', 'Escape'] as const;

/** Every shortcut, and the switch for those of a single key. */
export function ShortcutHelp({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('frame');
  const on = useSignalValue(shortcutsOn);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('shortcuts')}
      actions={<Button onClick={onClose}>{t('close', { ns: 'common' })}</Button>}
    >
      <dl className="shortcut-list">
        {SHORTCUTS.map((keys) => (
          <div key={keys}>
            <dt>
              <kbd className="mono">{keys}</kbd>
            </dt>
            <dd>{t(`shortcut.${keys}`)}</dd>
          </div>
        ))}
      </dl>
      <label className="check">
        <input
          type="checkbox"
          checked={on}
          onChange={(event) => switchShortcuts(event.target.checked)}
        />
        {t('shortcutsToggle')}
      </label>
    </Dialog>
  );
}
