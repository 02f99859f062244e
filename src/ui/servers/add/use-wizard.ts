import { useRef, useState } from 'react';
import type { Game } from '../../../protocol/enumerations.ts';
import type { CallAnswer, Outcome } from '../../../worker/contract.ts';
import { useCommands } from '../../data/use-view.ts';
import { useForm } from '../../parts/use-form.ts';
import { emptyDraft, rulesOf, sentOf, type Draft } from './draft.ts';
import { concernsOf, refusalText } from './refusals.ts';
import { withGame, withGamePort } from './usual-ports.ts';

/** What the game server answered to the test. */
export type TestAnswer = CallAnswer<'serversTest'>;

/** The wizard: its form, and what a test of the connection answered. */
export function useWizard() {
  const commands = useCommands();
  const [initial] = useState(emptyDraft);
  const [answer, setAnswer] = useState<TestAnswer | null>(null);
  const [doing, setDoing] = useState<'test' | 'add' | null>(null);
  /** What is typed makes an answer that is under way one to another question: it is not shown. */
  const question = useRef<object | null>(null);
  const form = useForm({
    rules: rulesOf,
    initial,
    typed: sentOf,
    concerns: concernsOf,
    refusalText,
    keep: 'add-server',
    secrets: ['rcon_password'],
  });
  const draft = form.values;

  const set = (part: Partial<Draft>) => {
    question.current = null;
    setAnswer(null);
    form.set(part);
  };
  const ask = async <Answer>(what: 'test' | 'add', call: () => Promise<Outcome<Answer>>) => {
    const asked = {};
    question.current = asked;
    setDoing(what);
    setAnswer(null);
    const current = () => what === 'add' || question.current === asked;
    const outcome = await form.send(call, current);
    setDoing(null);
    return outcome.ok && current() ? outcome.value : null;
  };

  return {
    form: {
      ...form,
      set,
      field: (name: Exclude<keyof Draft, 'game'>) => ({
        ...form.field(name),
        onValue: (text: string) =>
          set(name === 'game_port' ? withGamePort(draft, text) : { [name]: text }),
      }),
    },
    answer,
    doing,
    /** Another game has ports of its own, and what was wrong for one need not be for the next. */
    setGame: (game: Game) => set(withGame(draft, game)),
    /** What it is called is no question to the game server: its answer stays. */
    setName: (name: string) => form.set({ name }),
    /** Logs in once. */
    test: async (fields: readonly string[]) => {
      const checked = form.check(fields);
      if (checked === null) return;
      const { identifier: _, name: __, timezone: ___, ...body } = checked;
      setAnswer(await ask('test', () => commands.call('serversTest', { body })));
    },
    /** Answers the new server's id, or null. */
    add: async (): Promise<string | null> => {
      const body = form.check();
      if (body === null) return null;
      const added = await ask('add', () => commands.call('serversAdd', { body }));
      if (added !== null) form.settle();
      return added?.server_id ?? null;
    },
  };
}
