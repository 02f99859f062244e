import { useEffect, useRef, useState } from 'react';
import type { Game } from '../../../protocol/enumerations.ts';
import type { CallAnswer, CommandError } from '../../../worker/contract.ts';
import { useCommands } from '../../data/use-view.ts';
import { focusWrong } from '../../parts/focus-wrong.ts';
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
import { wrongByRefusal, wrongFields, type Wrong } from './wrong.ts';

/** What the game server answered to the test. */
export type TestAnswer = CallAnswer<'serversTest'>;

/** The state of the wizard: what is typed, what is wrong, and what the host answered. */
export function useWizard() {
  const commands = useCommands();
  const [draft, setDraft] = useState<Draft>(loadDraft);
  const [wrong, setWrong] = useState<Wrong>({});
  const [error, setError] = useState<CommandError | null>(null);
  const [answer, setAnswer] = useState<TestAnswer | null>(null);
  const [busy, setBusy] = useState<'test' | 'add' | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const latest = useRef(draft);

  // Counts refusals: each brings the focus to what it concerns, and typing never moves it.
  const [refusals, setRefusals] = useState(0);
  useEffect(() => focusWrong(form.current), [refusals]);

  const show = (found: Wrong) => {
    setWrong(found);
    setRefusals((count) => count + 1);
  };
  const check = (fields: readonly DraftField[]): Wrong => {
    const found = wrongFields(draft, fields);
    show(found);
    return found;
  };
  const begin = (what: 'test' | 'add') => {
    setBusy(what);
    setAnswer(null);
    setError(null);
    setWrong({});
  };
  const refused = (problem: CommandError) => {
    setError(problem);
    show(wrongByRefusal(problem, latest.current.game));
  };
  const change = (next: Draft) => {
    latest.current = next;
    setDraft(next);
    saveDraft(next);
    setAnswer(null);
    setError(null);
  };

  return {
    draft,
    wrong,
    error,
    answer,
    busy,
    form,
    check,
    /** Another game has ports of its own, and what was wrong for one need not be for the next. */
    setGame: (game: Game) => {
      change(withGame(latest.current, game));
      setWrong({});
    },
    set: (field: TypedField, value: string) => {
      const { current } = latest;
      change(field === 'game_port' ? withGamePort(current, value) : { ...current, [field]: value });
      setWrong(({ [field]: _, ...others }) => others);
    },
    /** Logs in once. What was typed meanwhile makes the answer one to another question: not shown. */
    test: async () => {
      const asked = draft;
      const { identifier: _, timezone: __, ...body } = draftBody(asked);
      begin('test');
      const outcome = await commands.call('serversTest', { body });
      setBusy(null);
      if (latest.current !== asked) return;
      if (outcome.ok) setAnswer(outcome.value);
      else refused(outcome.error);
    },
    /** Answers the new server's id, or null. */
    add: async (): Promise<string | null> => {
      begin('add');
      const outcome = await commands.call('serversAdd', { body: draftBody(draft) });
      setBusy(null);
      if (!outcome.ok) {
        refused(outcome.error);
        return null;
      }
      forgetDraft();
      return outcome.value.server_id;
    },
  };
}
