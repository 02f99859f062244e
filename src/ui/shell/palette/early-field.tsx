import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { paletteTyped } from '../keys/overlays.ts';

const focus = (field: HTMLInputElement | null) => field?.focus({ preventScroll: true });

/**
 * Takes what is typed for the palette while that is still loading: it would be lost, or taken for the keys
 * of the page.
 */
export function EarlyField({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('frame');
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') onClose();
    else if (event.key === 'Enter') {
      const elsewhere = event.ctrlKey || event.metaKey;
      paletteTyped.value = { ...paletteTyped.peek(), entered: { elsewhere } };
    }
  };
  return (
    <div role="dialog" aria-label={t('palette')} aria-busy="true">
      <input
        ref={focus}
        className="visually-hidden"
        aria-label={t('palette')}
        autoComplete="off"
        onKeyDown={press}
        onChange={({ target }) => {
          paletteTyped.value = { text: target.value, entered: null };
        }}
      />
    </div>
  );
}
