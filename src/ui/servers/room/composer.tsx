import { Send } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ServerRow } from '../../../domain/rows.ts';
import { messageText } from '../../../protocol/actions/calls.ts';
import { SERVER_ACTION } from '../../../protocol/enumerations.ts';
import { CollisionNotice } from '../../actions/collision-notice.tsx';
import { TextHint } from '../../actions/text-hint.tsx';
import { useAct } from '../../actions/use-act.ts';
import { reasonId, whyNot, type WhyNot } from '../../actions/why-not.ts';
import { Button } from '../../parts/button.tsx';
import { wrongBy } from '../../parts/field-rule.ts';
import { Field } from '../../parts/field.tsx';
import { useKeptText } from '../../parts/kept-draft.ts';

/** Reasons that may pass: a message can be written meanwhile. */
const PASSES: ReadonlySet<WhyNot> = new Set(['not-connected', 'starting', 'unknown']);

/** A message to everybody on the server. What was typed stays until the server has it. */
export function Composer({ server }: { readonly server: ServerRow }) {
  const { t } = useTranslation('serverDashboard');
  const act = useAct(server.id);
  const why = whyNot(server, SERVER_ACTION.MESSAGE_PUBLIC);
  const [text, setText] = useKeptText(`message:${server.id}`);
  const [wrong, setWrong] = useState<string | undefined>();
  const [busy, setBusy] = useState(false);
  const send = async () => {
    const message = text.trim();
    const found = wrongBy(messageText, message);
    setWrong(found);
    if (found !== undefined) return;
    setBusy(true);
    const sent = await act({ action: SERVER_ACTION.MESSAGE_PUBLIC, text: message });
    setBusy(false);
    if (sent) setText('');
  };
  return (
    <form
      className="composer"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy && why === null) void send();
      }}
    >
      {text === '' ? null : (
        <CollisionNotice
          serverId={server.id}
          plan={{ action: SERVER_ACTION.MESSAGE_PUBLIC, player: null }}
          othersOnly
        />
      )}
      <Field
        label={t('confirm.publicMessage')}
        value={text}
        onValue={(value) => {
          setText(value);
          setWrong(undefined);
        }}
        wrong={wrong}
        hint={why === null ? <TextHint schema={messageText} text={text} /> : t(`why.speak.${why}`)}
        readOnly={why !== null && !PASSES.has(why)}
        autoComplete="off"
        beside={
          <Button
            type="submit"
            icon={<Send />}
            busy={busy}
            why={why === null ? undefined : reasonId(why, server.id)}
            aria-label={t('confirm.sendMessage')}
            title={t('confirm.sendMessage')}
          />
        }
      />
    </form>
  );
}
