import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { displayName, WALL_LIMIT, type Display } from '../../protocol/walls/fields.ts';
import type { Outcome } from '../../worker/contract.ts';
import { useCommands } from '../data/use-view.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { wrongBy } from '../parts/field-rule.ts';
import { Field } from '../parts/field.tsx';
import { Notice } from '../parts/notice.tsx';
import { toast } from '../parts/toasts.tsx';
import { useForm } from '../parts/use-form.ts';
import { errorText } from '../text/problem-text.ts';

interface AskProps {
  readonly display: Display;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Runs what a dialog asks, closes it on success, and says what stands in the way. */
function useAsk({ onClose, onDone }: AskProps) {
  const { busy, error, send } = useForm();
  const run = async (ask: () => Promise<Outcome<unknown>>, done: string) => {
    const outcome = await send(ask);
    if (!outcome.ok) return;
    toast(done);
    onDone();
    onClose();
  };
  return { busy, error, run };
}

export function RenameDialog(props: AskProps) {
  const { t } = useTranslation('walls');
  const commands = useCommands();
  const { busy, error, run } = useAsk(props);
  const { display, onClose } = props;
  const [name, setName] = useState(display.name);
  const [tried, setTried] = useState(false);
  const wrong = wrongBy(displayName, name);
  const save = () => {
    setTried(true);
    if (wrong !== undefined || busy) return;
    const params = { display_id: display.display_id };
    void run(() => commands.call('displayEdit', { params, body: { name } }), t('saved'));
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('renameTitle')}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="primary" busy={busy} onClick={save}>
            {t('save')}
          </Button>
        </>
      }
    >
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <Field
          label={t('name')}
          value={name}
          onValue={setName}
          hint={t('form.nameHint', { max: WALL_LIMIT.name })}
          wrong={tried ? wrong : undefined}
        />
        {error === null ? null : <Notice tone="bad">{errorText(error)}</Notice>}
      </form>
    </Dialog>
  );
}

export function RevokeDialog(props: AskProps) {
  const { t } = useTranslation('walls');
  const commands = useCommands();
  const { busy, error, run } = useAsk(props);
  const { display, onClose } = props;
  const { name } = display;
  const revoke = () => {
    const params = { display_id: display.display_id };
    void run(() => commands.call('displayRevoke', { params, body: {} }), t('revoked', { name }));
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('revokeTitle', { name })}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="danger" busy={busy} onClick={revoke}>
            {t('revoke')}
          </Button>
        </>
      }
    >
      <p>{t('revokeText')}</p>
      {error === null ? null : <Notice tone="bad">{errorText(error)}</Notice>}
    </Dialog>
  );
}
