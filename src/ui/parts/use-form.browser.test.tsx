import { afterEach, beforeAll, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useLocation } from 'wouter';
import { z } from 'zod';
import type { CommandError, Outcome } from '../../worker/contract.ts';
import '../style/base.css';
import './parts.css';
import { draw } from '../app/doubles.tsx';
import { FakeConnection, refusal } from '../data/doubles.ts';
import { startTexts } from '../text/i18n.ts';
import { Field } from './field.tsx';
import { FormError } from './form-error.tsx';
import { Form } from './form.tsx';
import { keptAs } from './kept-draft.ts';
import { UnsavedGuard } from './unsaved-guard.tsx';
import { useForm } from './use-form.ts';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => {
  leave?.();
  sessionStorage.clear();
});

const RULES = { host: z.string().trim(), name: z.string().trim().min(1), secret: z.string() };
const KEEP = keptAs<{ host: string; name: string; secret: string }>(
  'test',
  z.object({ host: z.string(), name: z.string(), secret: z.string() }).partial(),
);

/** A form whose host answers as it is told. */
function Asking({
  answers,
  initial = { host: '', name: '', secret: '' },
}: {
  readonly answers: Outcome<string>[];
  readonly initial?: { readonly host: string; readonly name: string; readonly secret: string };
}) {
  const [, navigate] = useLocation();
  const form = useForm({
    rules: RULES,
    initial,
    concerns: { 'unknown-server': 'host' },
    refusalText: () => 'not there',
    keep: KEEP,
    secrets: ['secret'],
    ask: async () => answers.shift() ?? { ok: true, value: '' },
  });
  return (
    <>
      <Form form={form}>
        {(['host', 'name', 'secret'] as const).map((name) => (
          <Field key={name} {...form.field(name)} label={name} />
        ))}
        <FormError error={form.error} text={(error: CommandError) => error.kind} />
        <button type="submit">send</button>
        <UnsavedGuard form={form} />
      </Form>
      <button type="button" onClick={() => navigate('/elsewhere')}>
        elsewhere
      </button>
      <button type="button" onClick={() => navigate('/form?step=2')}>
        here
      </button>
    </>
  );
}

const host = page.getByLabelText('host');
const name = page.getByLabelText('name');
const secret = page.getByLabelText('secret');
const send = () => userEvent.click(page.getByRole('button', { name: 'send' }));
const show = (...answers: Outcome<string>[]) => {
  leave = draw(<Asking answers={answers} />, new FakeConnection(), '/form');
};
const kept = () => sessionStorage.getItem('muster-draft:test');

it('brings the focus to what is wrong, and asks nothing before', async () => {
  const answers = [refusal('internal-error')];
  leave = draw(<Asking answers={answers} />, new FakeConnection(), '/form');
  await send();
  await expect.element(name).toHaveAccessibleDescription('This is required.');
  await expect.element(name).toHaveAttribute('aria-invalid', 'true');
  await expect.element(name).toHaveFocus();
  expect(answers).toHaveLength(1);
  await userEvent.fill(name, 'a');
  await expect.element(page.getByText('This is required.')).not.toBeInTheDocument();
});

it('is sent and mended by keyboard alone', async () => {
  const answers = [refusal('internal-error')];
  leave = draw(<Asking answers={answers} />, new FakeConnection(), '/form');
  await userEvent.click(host);
  await userEvent.keyboard('{Enter}');
  await expect.element(name).toHaveFocus();
  await userEvent.keyboard('a{Enter}');
  await expect.poll(() => answers).toEqual([]);
});

it('says a refusal at the field that it concerns, until something else is typed there', async () => {
  show(refusal('unknown-server'));
  await userEvent.fill(name, 'a');
  await send();
  await expect.element(host).toHaveAccessibleDescription('not there');
  await expect.element(host).toHaveFocus();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  await userEvent.fill(host, 'b');
  await expect.element(page.getByText('not there')).not.toBeInTheDocument();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

it('asks again what the host refused at a field, for the world may have changed', async () => {
  show(refusal('unknown-server'), { ok: true, value: '' });
  await userEvent.fill(name, 'a');
  await send();
  await expect.element(page.getByText('not there')).toBeVisible();
  await send();
  await expect.element(page.getByText('not there')).not.toBeInTheDocument();
  await expect.poll(kept).toBeNull();
});

it('marks the fields that the host names as wrong', async () => {
  const { error } = refusal('invalid-request') as { error: CommandError & { kind: 'problem' } };
  const problem = { ...error.problem, fields: { name: 'too_big', acsrf_token: 'too_small' } };
  show({ ok: false, error: { kind: 'problem', problem } });
  await userEvent.fill(name, 'a');
  await send();
  await expect.element(name).toHaveAccessibleDescription('This does not have the right format.');
  await expect.element(name).toHaveFocus();
});

it.each([
  ['at the field', { name: 'taken' }],
  ['at the field that a list in the body has', { 'entries.0.what.name': 'taken' }],
])('says what a refusal of its own says %s', async (_, fields) => {
  show(refusal('username-taken', fields));
  await userEvent.fill(name, 'a');
  await send();
  await expect.element(name).toHaveAccessibleDescription('not there');
  await expect.element(name).toHaveFocus();
});

it('says by itself what the host refuses where no field shows it', async () => {
  const { error } = refusal('invalid-request') as { error: CommandError & { kind: 'problem' } };
  const problem = { ...error.problem, fields: { 'name.0.part': 'too_big' } };
  show({ ok: false, error: { kind: 'problem', problem } });
  await userEvent.fill(name, 'a');
  await send();
  await expect.element(page.getByRole('alert')).toHaveTextContent('problem');
});

it('says by itself what concerns no field, and takes it back with the next try', async () => {
  show({ ok: false, error: { kind: 'unreachable' } });
  await userEvent.fill(name, 'a');
  await send();
  await expect.element(page.getByRole('alert')).toHaveTextContent('unreachable');
  await send();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

it('has what was typed after a reload, but for what is secret, until it is saved', async () => {
  show();
  await userEvent.fill(name, 'typed');
  await userEvent.fill(secret, 'hidden');
  expect(kept()).toContain('typed');
  expect(kept()).not.toContain('hidden');
  leave?.();
  show();
  await expect.element(name).toHaveValue('typed');
  await userEvent.fill(secret, 'hidden');
  await send();
  await expect.element(secret).toHaveValue('');
  await expect.element(name).toHaveValue('typed');
  await expect.poll(kept).toBeNull();
});

it('asks once before what is not saved is left, and gives it up then', async () => {
  show();
  await userEvent.fill(name, 'typed');
  await userEvent.click(page.getByRole('button', { name: 'elsewhere' }));
  await userEvent.click(page.getByRole('button', { name: 'Stay here' }));
  expect(location.pathname).toBe('/form');
  await expect.element(name).toHaveValue('typed');
  await userEvent.click(page.getByRole('button', { name: 'elsewhere' }));
  await userEvent.click(page.getByRole('button', { name: 'Leave without saving' }));
  expect(location.pathname).toBe('/elsewhere');
  expect(kept()).toBeNull();
});

it('is left without a question as it was, once it is saved, and for another part of its page', async () => {
  show();
  const elsewhere = page.getByRole('button', { name: 'elsewhere' });
  await userEvent.fill(name, 'typed');
  await userEvent.click(page.getByRole('button', { name: 'here' }));
  expect(location.search).toBe('?step=2');
  await send();
  await expect.poll(kept).toBeNull();
  await userEvent.click(elsewhere);
  expect(location.pathname).toBe('/elsewhere');
});

it('holds the tab that is closed or reloaded while something is not saved', async () => {
  const isHeld = () => {
    const event = new Event('beforeunload', { cancelable: true });
    dispatchEvent(event);
    return event.defaultPrevented;
  };
  show();
  await userEvent.fill(name, 'typed');
  await expect.poll(isHeld).toBe(true);
  await userEvent.fill(name, '');
  await expect.poll(isHeld).toBe(false);
});

it('keeps what was changed here, and follows what was changed elsewhere', async () => {
  const connection = new FakeConnection();
  const initial = { host: 'one', name: 'Chernarus', secret: '' };
  leave = draw(<Asking answers={[]} initial={initial} />, connection, '/form');
  await userEvent.fill(name, 'Livonia');
  leave();
  leave = draw(
    <Asking answers={[]} initial={{ ...initial, host: 'two', name: 'Sakhal' }} />,
    connection,
    '/form',
  );
  await expect.element(host).toHaveValue('two');
  await expect.element(name).toHaveValue('Livonia');
});
