import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { displayName, WALL_LIMIT, type Display } from '../../protocol/walls/fields.ts';
import type { Outcome } from '../../worker/contract.ts';
import { useCommands } from '../data/use-view.ts';
import { wrongBy } from '../parts/field-rule.ts';
import { Field } from '../parts/field.tsx';
import { Question } from '../parts/question.tsx';
import { toast } from '../parts/toasts.tsx';
import { useForm } from '../parts/use-form.ts';

interface AskProps {
  readonly display: Display;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Runs what a dialog asks, closes it on success, and says what stands in the way. */
function useAsk({ onClose, onDone }: AskProps) {
  const { send, ...asked } = useForm<'name'>();
  const run = async (ask: () => Promise<Outcome<unknown>>, done: string) => {
    const outcome = await send(ask);
    if (!outcome.ok) return;
    toast(done);
    onDone();
    onClose();
  };
  return { ...asked, run };
}

export function RenameDialog(props: AskProps) {
  const { t } = useTranslation('walls');
  const commands = useCommands();
  const { wrong, busy, error, form, mark, typed, run } = useAsk(props);
  const { display, onClose } = props;
  const [name, setName] = useState(display.name);
  const save = () => {
    if (busy || !mark({ name: wrongBy(displayName, name) })) return;
    const params = { display_id: display.display_id };
    void run(() => commands.call('displayEdit', { params, body: { name } }), t('saved'));
  };
  return (
    <Question
      title={t('renameTitle')}
      yes={t('save')}
      busy={busy}
      error={error}
      onYes={save}
      onClose={onClose}
    >
      <form
        ref={form}
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
          onValue={(value) => {
            setName(value);
            typed('name');
          }}
          hint={t('form.nameHint', { max: WALL_LIMIT.name })}
          wrong={wrong.name}
        />
      </form>
    </Question>
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
    <Question
      danger
      title={t('revokeTitle', { name })}
      yes={t('revoke')}
      busy={busy}
      error={error}
      onYes={revoke}
      onClose={onClose}
    >
      <p>{t('revokeText')}</p>
    </Question>
  );
}
