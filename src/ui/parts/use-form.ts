import i18next from 'i18next';
import { useEffect, useRef, useState, type RefObject } from 'react';
import type { CommandError, Outcome } from '../../worker/contract.ts';
import { errorText } from '../text/problem-text.ts';
import { focusWrong } from './focus-wrong.ts';

/** What is wrong, as a sentence at each field. */
export type Wrong<Field extends string> = Partial<Record<Field, string | undefined>>;

export interface Form<Field extends string> {
  readonly wrong: Wrong<Field>;
  /** What the host refused last; null where nothing is. */
  readonly refusal: CommandError | null;
  /** The same, where it stands at no field. */
  readonly error: CommandError | null;
  readonly busy: boolean;
  readonly form: RefObject<HTMLFormElement | null>;
  /** Marks what is wrong, and brings the focus there; answers whether nothing is. */
  readonly mark: (found: Wrong<Field>) => boolean;
  /** Somebody types into a field: its mark goes, and the refusal that it stands for. */
  readonly typed: (field: Field) => void;
  /** What was refused is no longer what is there. */
  readonly forgive: () => void;
  /** Nothing is wrong any more. */
  readonly clear: () => void;
  readonly send: <Answer>(
    ask: () => Promise<Outcome<Answer>>,
    how?: Sending<Field>,
  ) => Promise<Outcome<Answer>>;
}

interface Sending<Field extends string> {
  /** The fields that a refusal concerns. */
  readonly concerned?: (refusal: CommandError) => Wrong<Field>;
  /** Whether the answer is still to what is there; otherwise nothing of it shows. */
  readonly current?: () => boolean;
  /** Whoever succeeds goes elsewhere: the form stays busy. */
  readonly leaves?: true;
}

/** A form: what is wrong stands at its field, and each refusal brings the focus there; typing never moves it. */
export function useForm<Field extends string>(): Form<Field> {
  const [wrong, setWrong] = useState<Wrong<Field>>({});
  const [refused, setRefused] = useState<{ error: CommandError; placed: boolean } | null>(null);
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const [refusals, setRefusals] = useState(0);
  useEffect(() => focusWrong(form.current), [refusals]);

  const mark = (found: Wrong<Field>): boolean => {
    setWrong(found);
    setRefusals((count) => count + 1);
    return Object.values(found).every((text) => text === undefined);
  };
  const forgive = () => setRefused(null);
  return {
    wrong,
    refusal: refused?.error ?? null,
    error: refused === null || refused.placed ? null : refused.error,
    busy,
    form,
    mark,
    forgive,
    typed: (field) => {
      setWrong(({ [field]: _, ...others }) => others as Wrong<Field>);
      if (wrong[field] !== undefined && refused?.placed === true) forgive();
    },
    clear: () => {
      setWrong({});
      forgive();
    },
    send: async (ask, { concerned, current, leaves } = {}) => {
      setBusy(true);
      forgive();
      const outcome = await ask();
      if (!outcome.ok || leaves === undefined) setBusy(false);
      if (!outcome.ok && current?.() !== false) {
        const placed = !mark(concerned?.(outcome.error) ?? {});
        setRefused({ error: outcome.error, placed });
      }
      return outcome;
    },
  };
}

/**
 * The fields that a refusal concerns: the one of its code, or those that it names; none where it concerns the
 * whole. `text`: what it says at the field of its code.
 */
export function wrongByRefusal<Field extends string>(
  refusal: CommandError,
  fields: readonly Field[],
  concerns: Readonly<Record<string, Field>> = {},
  text: (refusal: CommandError) => string = errorText,
): Wrong<Field> {
  const found: Wrong<Field> = {};
  if (refusal.kind !== 'problem') return found;
  const { code, fields: named = {} } = refusal.problem;
  const concerned = concerns[code];
  if (concerned !== undefined) return { ...found, [concerned]: text(refusal) };
  for (const field of fields) {
    if (Object.hasOwn(named, field)) found[field] = i18next.t('invalid.format', { ns: 'common' });
  }
  return found;
}
