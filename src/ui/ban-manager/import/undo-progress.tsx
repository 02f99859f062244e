import { useTranslation } from 'react-i18next';
import { banErrorText } from '../../bans/known/ban-list.ts';
import { Button } from '../../parts/button.tsx';
import { useLocale } from '../../parts/locale.ts';
import { Notice } from '../../parts/notice.tsx';
import { formatCount } from '../../text/format.ts';
import type { useUndo } from './use-undo.ts';

/** How far it is that an import is taken back, and how it ended. */
export function UndoProgress({ undo }: { readonly undo: ReturnType<typeof useUndo> }) {
  const { t } = useTranslation('banImport');
  const locale = useLocale();
  const { state } = undo;
  if (state === null) return null;
  const { undone } = state;
  const done = formatCount(undone.removed + undone.kept, locale);
  const total = formatCount(undone.total, locale);
  if (state.kind === 'under-way') {
    return (
      <>
        <progress
          className="import-progress"
          aria-label={t('undoing')}
          max={Math.max(1, undone.total)}
          value={undone.removed + undone.kept}
        />
        <p className="soft numeric" role="status">
          {t('undoingHow', { done, total })}
        </p>
        <div>
          <Button onClick={undo.stop}>{t('stop')}</Button>
        </div>
      </>
    );
  }
  if (state.kind === 'stopped') {
    return (
      <>
        <Notice tone={state.error === null ? 'warn' : 'bad'}>
          {t('undoStopped', { done, total })}{' '}
          {state.error === null ? null : banErrorText(state.error)}
        </Notice>
        <div className="actions">
          <Button onClick={undo.close}>{t('leaveRest')}</Button>
          <Button kind="primary" onClick={() => undo.begin(undone)}>
            {t('goOn')}
          </Button>
        </div>
      </>
    );
  }
  return (
    <>
      <Notice tone="good">
        {t('undone', { count: undone.removed })}{' '}
        {undone.kept === 0 ? null : t('undoneKept', { count: undone.kept })}
      </Notice>
      <div>
        <Button onClick={undo.close}>{t('another')}</Button>
      </div>
    </>
  );
}
