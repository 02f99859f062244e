import { useState, type FormEvent } from 'react';
import type { z } from 'zod';
import type { Outcome } from '../../worker/contract.ts';
import type { FieldProps } from '../parts/field.tsx';
import { wrongBy } from '../parts/field-rule.ts';
import { useForm, wrongByRefusal, type Form, type Wrong } from '../parts/use-form.ts';

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

export interface AuthForm<K extends string> extends Pick<Form<K>, 'error' | 'busy' | 'form'> {
  /** What the field of a name is given. */
  readonly field: (name: K) => Pick<FieldProps, 'name' | 'value' | 'onValue' | 'wrong'>;
  readonly onSubmit: (event: FormEvent) => void;
}

/** What is typed into one form of the sign-in site; whoever succeeds leaves it. */
export function useAuthForm<K extends string, A>(spec: FormSpec<K, A>): AuthForm<K> {
  const names = Object.keys(spec.fields) as K[];
  const [values, setValues] = useState(
    () =>
      Object.fromEntries(names.map((name) => [name, spec.initial?.[name] ?? ''])) as Record<
        K,
        string
      >,
  );
  const form = useForm<K>();

  const submit = async () => {
    const found: Wrong<K> = { ...spec.also?.(values) };
    for (const name of names) found[name] ??= wrongBy(spec.fields[name], values[name]);
    if (!form.mark(found)) return;
    const answer = await form.send(() => spec.submit(values), {
      concerned: (refusal) => wrongByRefusal(refusal, names, spec.concerns),
      leaves: true,
    });
    if (answer.ok) spec.done(answer.value);
  };

  return {
    ...form,
    field: (name) => ({
      name,
      value: values[name],
      wrong: form.wrong[name],
      onValue: (value) => {
        setValues({ ...values, [name]: value });
        form.typed(name);
      },
    }),
    onSubmit(event) {
      event.preventDefault();
      if (!form.busy) void submit();
    },
  };
}
