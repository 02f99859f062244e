import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { ServerChoice } from '../parts/server-choice.tsx';
import { MOST_TILES } from './address.ts';

/** Asks which servers the page shows. */
export function ServerPicker({
  chosen,
  onChoose,
  onClose,
}: {
  readonly chosen: readonly string[];
  readonly onChoose: (serverIds: readonly string[]) => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('consoles');
  const [ids, setIds] = useState(chosen);
  const form = useId();
  const why = useId();
  const nobody = ids.length === 0;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('picker.title')}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel', { ns: 'common' })}</Button>
          <Button kind="primary" type="submit" form={form} why={nobody ? why : undefined}>
            {t('picker.show', { count: ids.length })}
          </Button>
        </>
      }
    >
      <form
        id={form}
        onSubmit={(event) => {
          event.preventDefault();
          if (nobody) return;
          onChoose(ids);
          onClose();
        }}
      >
        <ServerChoice label={t('picker.title')} chosen={ids} most={MOST_TILES} onChosen={setIds} />
        {nobody ? (
          <p id={why} className="soft">
            {t('nobody')}
          </p>
        ) : null}
      </form>
    </Dialog>
  );
}
