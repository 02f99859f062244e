import { useRef, useState } from 'react';
import type { CommandError } from '../../worker/contract.ts';
import { useCommands } from '../data/use-view.ts';
import { wrongBy } from '../parts/field-rule.ts';
import {
  draftBody,
  forgetDraft,
  loadDraft,
  RULES,
  saveDraft,
  type Draft,
  type DraftField,
} from './draft.ts';

export type Wrong = Partial<Record<DraftField, string>>;

/** What the game server answered to the test. */
export interface TestAnswer {
  readonly latency: number;
  readonly name: string | null;
  readonly map: string | null;
  readonly players: number | null;
  readonly slots: number | null;
}

/** Which field an error of the test concerns, so that it gets the focus. */
export const CONCERNS: Readonly<Record<string, DraftField>> = {
  'hostname-not-resolved': 'host',
  'unknown-server': 'game_port',
  'socket-unreachable': 'rcon_port',
  'authentication-failed': 'rcon_password',
  'already-claimed': 'host',
};

/** The state of the wizard: what is typed, what is wrong, and what the host answered. */
export function useWizard() {
  const commands = useCommands();
  const [draft, setDraft] = useState<Draft>(loadDraft);
  const [wrong, setWrong] = useState<Wrong>({});
  const [error, setError] = useState<CommandError | null>(null);
  const [answer, setAnswer] = useState<TestAnswer | null>(null);
  const [busy, setBusy] = useState<'test' | 'add' | null>(null);
  const form = useRef<HTMLFormElement>(null);

  const focus = (field: DraftField | undefined) =>
    field === undefined
      ? undefined
      : form.current?.querySelector<HTMLElement>(`[name=${field}]`)?.focus();

  const check = (fields: readonly DraftField[]): boolean => {
    const body = draftBody(draft);
    const found: Wrong = {};
    for (const field of fields) {
      const text = wrongBy(RULES[field], body[field]);
      if (text !== undefined) found[field] = text;
    }
    setWrong(found);
    const first = fields.find((field) => found[field] !== undefined);
    focus(first);
    return first === undefined;
  };

  const refused = (problem: CommandError) => {
    setError(problem);
    if (problem.kind === 'problem') focus(CONCERNS[problem.problem.code]);
  };

  return {
    draft,
    wrong,
    error,
    answer,
    busy,
    form,
    check,
    set: (field: DraftField, value: string | number) => {
      const next = { ...draft, [field]: value };
      setDraft(next);
      saveDraft(next);
      setAnswer(null);
      setError(null);
      if (wrong[field] !== undefined) setWrong({ ...wrong, [field]: undefined });
    },
    async test() {
      const { identifier: _, timezone: __, ...body } = draftBody(draft);
      setBusy('test');
      setAnswer(null);
      setError(null);
      const outcome = await commands.call('serversTest', { body });
      setBusy(null);
      if (outcome.ok) setAnswer(outcome.value);
      else refused(outcome.error);
    },
    /** Answers the new server's id, or null. */
    async add(): Promise<string | null> {
      setBusy('add');
      setError(null);
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
export type Wizard = ReturnType<typeof useWizard>;
