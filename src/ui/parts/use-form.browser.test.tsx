import { useState } from 'react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Outcome } from '../../worker/contract.ts';
import { draw } from '../app/doubles.tsx';
import { FakeConnection, refusal } from '../data/doubles.ts';
import { startTexts } from '../text/i18n.ts';
import { Field } from './field.tsx';
import { useForm, wrongByRefusal } from './use-form.ts';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => leave?.());

/** A form of two fields whose host answers as it is told. */
function Asking({ answers }: { readonly answers: Outcome<string>[] }) {
  const [values, setValues] = useState({ host: '', name: '' });
  const { wrong, error, busy, form, mark, typed, send } = useForm<keyof typeof values>();
  const save = async () => {
    if (!mark(values.name === '' ? { name: 'no name' } : {})) return;
    const answer = answers.shift() ?? { ok: true, value: '' };
    await send(async () => answer, {
      concerned: (refused) =>
        wrongByRefusal(refused, ['host', 'name'], { 'unknown-server': 'host' }, () => 'not there'),
    });
  };
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {(['host', 'name'] as const).map((name) => (
        <Field
          key={name}
          label={name}
          value={values[name]}
          wrong={wrong[name]}
          onValue={(value) => {
            setValues((before) => ({ ...before, [name]: value }));
            typed(name);
          }}
        />
      ))}
      {error === null ? null : <p role="alert">{error.kind}</p>}
      <button type="submit" aria-busy={busy}>
        send
      </button>
    </form>
  );
}

const host = page.getByLabelText('host');
const name = page.getByLabelText('name');
const send = () => userEvent.click(page.getByRole('button', { name: 'send' }));
const show = (...answers: Outcome<string>[]) => {
  leave = draw(<Asking answers={answers} />, new FakeConnection(), '/');
};

it('brings the focus to what is wrong, and asks nothing before', async () => {
  show();
  await send();
  await expect.element(page.getByText('no name')).toBeVisible();
  await expect.element(name).toHaveFocus();
  await userEvent.fill(name, 'a');
  await expect.element(page.getByText('no name')).not.toBeInTheDocument();
});

it('says a refusal at the field that it concerns, until something else is typed there', async () => {
  show(refusal('unknown-server'));
  await userEvent.fill(name, 'a');
  await send();
  await expect.element(page.getByText('not there')).toBeVisible();
  await expect.element(host).toHaveFocus();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  await userEvent.fill(host, 'b');
  await expect.element(page.getByText('not there')).not.toBeInTheDocument();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

it('says by itself what concerns no field, and takes it back with the next try', async () => {
  show({ ok: false, error: { kind: 'unreachable' } });
  await userEvent.fill(name, 'a');
  await send();
  await expect.element(page.getByRole('alert')).toHaveTextContent('unreachable');
  await send();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});
