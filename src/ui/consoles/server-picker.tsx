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
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('picker.title')}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel', { ns: 'common' })}</Button>
          <Button kind="primary" type="submit" form={form}>
            {t('picker.show', { count: ids.length })}
          </Button>
        </>
      }
    >
      <form
        id={form}
        onSubmit={(event) => {
          event.preventDefault();
          onChoose(ids);
          onClose();
        }}
      >
        <ServerChoice label={t('picker.title')} chosen={ids} most={MOST_TILES} onChosen={setIds} />
      </form>
    </Dialog>
  );
}
