import { useRef, useState } from 'react';
import type { Game } from '../../../protocol/enumerations.ts';
import type { CallAnswer, Outcome } from '../../../worker/contract.ts';
import { useCommands } from '../../data/use-view.ts';
import { useForm, type Wrong } from '../../parts/use-form.ts';
import {
  draftBody,
  forgetDraft,
  loadDraft,
  saveDraft,
  type Draft,
  type DraftField,
  type TypedField,
} from './draft.ts';
import { withGame, withGamePort } from './usual-ports.ts';
import { wrongByServer, wrongFields } from './wrong.ts';

/** What the game server answered to the test. */
export type TestAnswer = CallAnswer<'serversTest'>;

/** The state of the wizard: what is typed, what is wrong, and what the host answered. */
export function useWizard() {
  const commands = useCommands();
  const [draft, setDraft] = useState<Draft>(loadDraft);
  const [answer, setAnswer] = useState<TestAnswer | null>(null);
  const [busy, setBusy] = useState<'test' | 'add' | null>(null);
  const { wrong, refusal, form, mark, typed, forgive, clear, send } = useForm<DraftField>();
  const latest = useRef(draft);

  const change = (next: Draft) => {
    latest.current = next;
    setDraft(next);
    saveDraft(next);
    setAnswer(null);
    forgive();
  };
  const ask = async <Answer>(
    what: 'test' | 'add',
    call: () => Promise<Outcome<Answer>>,
    current?: () => boolean,
  ) => {
    setBusy(what);
    setAnswer(null);
    clear();
    const outcome = await send(call, {
      concerned: (error) => wrongByServer(error, latest.current.game),
      ...(current !== undefined && { current }),
    });
    setBusy(null);
    return outcome;
  };

  return {
    draft,
    wrong,
    refusal,
    answer,
    busy,
    form,
    check: (fields: readonly DraftField[]): Wrong<DraftField> => {
      const found = wrongFields(draft, fields);
      mark(found);
      return found;
    },
    /** Another game has ports of its own, and what was wrong for one need not be for the next. */
    setGame: (game: Game) => {
      change(withGame(latest.current, game));
      clear();
    },
    set: (field: TypedField, value: string) => {
      const { current } = latest;
      change(field === 'game_port' ? withGamePort(current, value) : { ...current, [field]: value });
      typed(field);
    },
    /** Logs in once. What was typed meanwhile makes the answer one to another question: not shown. */
    test: async () => {
      const asked = draft;
      const { identifier: _, timezone: __, ...body } = draftBody(asked);
      const current = () => latest.current === asked;
      const outcome = await ask('test', () => commands.call('serversTest', { body }), current);
      if (outcome.ok && current()) setAnswer(outcome.value);
    },
    /** Answers the new server's id, or null. */
    add: async (): Promise<string | null> => {
      const body = draftBody(draft);
      const outcome = await ask('add', () => commands.call('serversAdd', { body }));
      if (!outcome.ok) return null;
      forgetDraft();
      return outcome.value.server_id;
    },
  };
}
