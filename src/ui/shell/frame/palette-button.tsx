import { Search } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { commandKey } from '../keys/key-names.ts';
import { paletteOpen } from '../keys/overlays.ts';

/** Opens the palette, for whoever does not know its key. */
export function PaletteButton() {
  const { t } = useTranslation('frame');
  return (
    <button
      type="button"
      className="palette-open"
      aria-keyshortcuts="Control+K Meta+K"
      aria-haspopup="dialog"
      onClick={() => {
        paletteOpen.value = true;
      }}
    >
      <Search className="icon" />
      <span>{t('palette')}</span>
      <kbd className="mono">{commandKey('K')}</kbd>
    </button>
  );
}
