import { Send } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ServerStanding } from '../../../domain/servers/status.ts';
import { messageText } from '../../../protocol/actions/calls.ts';
import { SERVER_ACTION } from '../../../protocol/enumerations.ts';
import { CollisionNotice } from '../../actions/collision-notice.tsx';
import { TextHint } from '../../parts/text-hint.tsx';
import { useAct } from '../../actions/use-act.ts';
import { reasonId, whyNot, type WhyNot } from '../../actions/why-not.ts';
import { Button } from '../../parts/button.tsx';
import { Field } from '../../parts/field.tsx';
import { Form } from '../../parts/form.tsx';
import { useForm } from '../../parts/use-form.ts';

const NOTHING = { text: '' };

/** Reasons that may pass: a message can be written in the meantime. */
const PASSES: ReadonlySet<WhyNot> = new Set(['not-connected', 'starting', 'unknown']);

/** A message to everybody on the server. What was typed stays until the server has it. */
export function Composer({ server }: { readonly server: ServerStanding }) {
  const { t } = useTranslation('serverDashboard');
  const act = useAct(server.id);
  const why = whyNot(server, SERVER_ACTION.MESSAGE_PUBLIC);
  const form = useForm({
    rules: { text: messageText },
    initial: NOTHING,
    keep: `message:${server.id}`,
  });
  const { text } = form.values;
  const [busy, setBusy] = useState(false);
  const send = async () => {
    const message = form.check();
    if (message === null) return;
    setBusy(true);
    const sent = await act({ action: SERVER_ACTION.MESSAGE_PUBLIC, ...message });
    setBusy(false);
    if (sent) form.set(NOTHING);
  };
  return (
    <Form
      form={{ ...form, busy }}
      className="composer"
      onSubmit={() => {
        if (why === null) void send();
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
        {...form.field('text')}
        label={t('confirm.publicMessage')}
        labelHidden
        placeholder={t('confirm.publicMessage')}
        hint={
          why !== null ? (
            t(`why.speak.${why}`)
          ) : text === '' ? undefined : (
            <TextHint rule={messageText} text={text} />
          )
        }
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
    </Form>
  );
}
