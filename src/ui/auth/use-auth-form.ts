import { useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import type { CommandError, Outcome } from '../../worker/contract.ts';
import { wrongBy } from '../parts/field-rule.ts';
import { errorText } from '../text/problem-text.ts';

export type Wrong<K extends string> = Partial<Record<K, string>>;

export interface FormSpec<K extends string, A> {
  readonly fields: Readonly<Record<K, z.ZodType>>;
  /** What one field's schema cannot tell: that two values match. */
  readonly also?: (values: Readonly<Record<NoInfer<K>, string>>) => Wrong<NoInfer<K>>;
  readonly submit: (values: Readonly<Record<K, string>>) => Promise<Outcome<A>>;
  /** Which field an error of the host concerns; the others stand by the button. */
  readonly concerns?: Readonly<Record<string, NoInfer<K>>>;
  readonly done: (answer: A) => void;
  /** What the address brought for a field. */
  readonly initial?: Partial<Record<NoInfer<K>, string>>;
}

export interface AuthForm<K extends string> {
  readonly values: Readonly<Record<K, string>>;
  readonly wrong: Wrong<K>;
  readonly error: CommandError | null;
  readonly busy: boolean;
  readonly set: (name: K, value: string) => void;
  readonly onSubmit: (event: FormEvent) => void;
  readonly form: React.RefObject<HTMLFormElement | null>;
}

/** The state of one form: nothing typed is lost, and the first wrong field gets the focus. */
export function useAuthForm<K extends string, A>(spec: FormSpec<K, A>): AuthForm<K> {
  const { t } = useTranslation('common');
  const names = Object.keys(spec.fields) as K[];
  const [values, setValues] = useState(
    () =>
      Object.fromEntries(names.map((name) => [name, spec.initial?.[name] ?? ''])) as Record<
        K,
        string
      >,
  );
  const [wrong, setWrong] = useState<Wrong<K>>({});
  const [error, setError] = useState<CommandError | null>(null);
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  const mark = (next: Wrong<K>) => {
    setWrong(next);
    const first = names.find((name) => next[name] !== undefined);
    if (first !== undefined) form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
  };

  const send = async () => {
    const found: Wrong<K> = { ...spec.also?.(values) };
    for (const name of names) found[name] ??= wrongBy(spec.fields[name], values[name]);
    mark(found);
    if (names.some((name) => found[name] !== undefined)) return;
    setError(null);
    setBusy(true);
    const answer = await spec.submit(values);
    if (answer.ok) {
      spec.done(answer.value);
      return;
    }
    setBusy(false);
    const refused = wrongByRefusal(answer.error);
    mark(refused);
    if (names.every((name) => refused[name] === undefined)) setError(answer.error);
  };

  /** The fields that a refusal concerns; none where it concerns the whole. */
  const wrongByRefusal = (refusal: CommandError): Wrong<K> => {
    if (refusal.kind !== 'problem') return {};
    const { code, fields = {} } = refusal.problem;
    const concerned = spec.concerns?.[code];
    const found: Wrong<K> = {};
    if (concerned !== undefined) found[concerned] = errorText(refusal);
    else {
      for (const name of names) {
        if (Object.hasOwn(fields, name)) found[name] = t('invalid.format');
      }
    }
    return found;
  };

  return {
    values,
    wrong,
    error,
    busy,
    form,
    set(name, value) {
      setValues({ ...values, [name]: value });
      if (wrong[name] !== undefined) setWrong({ ...wrong, [name]: undefined });
    },
    onSubmit(event) {
      event.preventDefault();
      if (!busy) void send();
    },
  };
}
