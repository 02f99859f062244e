import { use } from 'react';
import { useTranslation } from 'react-i18next';
import { useSignalValue } from '../../data/use-signal.ts';
import { useOne } from '../../data/use-view.ts';
import { Dialog } from '../../parts/dialog.tsx';
import type { Reach } from './reach.ts';
import { shortcutGroups } from './shortcut-list.ts';
import { shortcutsOn, switchShortcuts } from './shortcuts.ts';

/** Every shortcut, and the switch for those of a single key. */
export function ShortcutHelp({
  reach,
  onClose,
}: {
  readonly reach: Reach;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('palette');
  const account = useOne({ view: 'account' }).row;
  const ofScreens = use(reach.shortcuts());
  const on = useSignalValue(shortcutsOn);
  return (
    <Dialog open onClose={onClose} title={t('help')} closable>
      <label className="check">
        <input
          type="checkbox"
          checked={on}
          onChange={(event) => switchShortcuts(event.target.checked)}
        />
        {t('shortcutsToggle')}
      </label>
      <div className="shortcut-groups">
        {shortcutGroups(t, account, reach, ofScreens).map(({ title, single, shortcuts }) => (
          <section key={title} data-off={single && !on}>
            <h3>{title}</h3>
            {single && !on ? <p className="soft">{t('shortcutOff')}</p> : null}
            <dl className="shortcut-list">
              {shortcuts.map(({ keys, does }) => (
                <div key={keys.join(' ')}>
                  <dt>
                    {keys.map((key) => (
                      <kbd key={key} className="mono">
                        {key}
                      </kbd>
                    ))}
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
