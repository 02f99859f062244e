import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AccountRow, ServerRow } from '../../domain/rows.ts';
import { useDataConnection } from '../data/use-view.ts';
import { Field } from '../parts/field.tsx';
import { Form } from '../parts/form.tsx';
import { Question } from '../parts/question.tsx';
import { useForm } from '../parts/use-form.ts';
import { ManyCollisions } from './many-collisions.tsx';
import { ManyConfirm } from './many-confirm.tsx';
import { ManyEffect } from './many-effect.tsx';
import { RestartFields } from './restart-fields.tsx';
import { restartDeed, wrongOfPlan, type RestartPlan } from './restart-plan.ts';
import { TextHint } from '../parts/text-hint.tsx';
import { asksFirst, deedOf, whyNotTo, wordsRule, type SendKind } from './kinds.ts';
import type { Deed } from './run.ts';
import { useServers } from './use-servers.ts';
import { Who, type LeftOut } from './who.tsx';

/** Asks once before something is done with many servers: which ones, which ones not and why, and its words. */
export function ManyQuestion({
  kind,
  serverIds,
  account,
  onSend,
  onClose,
}: {
  readonly kind: SendKind;
  readonly serverIds: readonly string[];
  readonly account: AccountRow;
  readonly onSend: (deed: Deed, serverIds: readonly string[]) => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('many');
  // Why something cannot be sent, in the words of the server's own page.
  useTranslation('serverDashboard');
  const connection = useDataConnection();
  const [plan, setPlan] = useState<RestartPlan>(() => ({ minutes: '10', text: t('when.words') }));
  const [asked, setAsked] = useState(false);
  const servers = useServers(serverIds);
  const rule = wordsRule(kind);
  const form = useForm({
    rules: rule === null ? {} : { words: rule },
    initial: { words: '' },
  });
  const id = useId();
  const nobody = useId();
  const words = form.values.words.trim();
  const { able, left } = useMemo(
    () => parted(account, servers, kind, words),
    [account, servers, kind, words],
  );
  const count = able.length;
  const isDangerous = kind === 'command' && asksFirst(kind, words, able);
  const unfit = useId();
  const wrong = kind === 'restart' ? Object.values(wrongOfPlan(plan))[0] : undefined;
  const none = servers.length > 0 && count === 0;
  const send = () => {
    onSend(
      kind === 'restart' ? restartDeed(connection, plan) : deedOf(connection.commands, kind, words),
      able.map((server) => server.id),
    );
  };
  const ask = () => {
    if (count === 0 || form.check() === null) return;
    if (isDangerous) setAsked(true);
    else send();
  };
  if (asked && isDangerous) {
    return (
      <ManyConfirm
        kind={kind}
        words={words}
        servers={able}
        onYes={send}
        onClose={() => setAsked(false)}
      />
    );
  }
  return (
    <Question
      danger={kind === 'restart' || isDangerous}
      title={t(`ask.${kind}`, { count })}
      yes={t(`yes.${kind === 'restart' && plan.minutes.trim() !== '0' ? 'restartIn' : kind}`, {
        count,
        minutes: plan.minutes,
      })}
      why={none ? nobody : wrong === undefined ? undefined : unfit}
      {...(rule === null ? { onYes: ask } : { form: id })}
      onClose={onClose}
    >
      {kind === 'command' || count === 0 ? null : <ManyEffect effect={kind} servers={able} />}
      {kind === 'restart' ? (
        <>
          <RestartFields plan={plan} onPlan={setPlan} />
          <p id={unfit} className="visually-hidden">
            {wrong}
          </p>
        </>
      ) : null}
      {rule === null ? null : (
        <Form form={form} id={id} onSubmit={ask}>
          <Field
            {...form.field('words')}
            label={t(`words.${kind === 'announce' ? 'announce' : 'command'}`)}
            className={kind === 'command' ? 'input mono' : 'input'}
            hint={<TextHint rule={rule} text={form.values.words} />}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={kind === 'announce'}
          />
        </Form>
      )}
      <Who able={able} left={left} />
      <ManyCollisions kind={kind} servers={able} />
      {none ? (
        <p id={nobody} className="refused" role="status">
          {t('nobody')}
        </p>
      ) : null}
    </Question>
  );
}

/** The servers that can be sent it, and the others with why not. */
function parted(
  account: AccountRow,
  servers: readonly ServerRow[],
  kind: SendKind,
  words: string,
): { readonly able: readonly ServerRow[]; readonly left: readonly LeftOut[] } {
  const able: ServerRow[] = [];
  const left: LeftOut[] = [];
  for (const server of servers) {
    const why = whyNotTo(account, server, kind, words);
    if (why === null) able.push(server);
    else left.push({ server, why });
  }
  return { able, left };
}
