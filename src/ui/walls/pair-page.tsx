import './walls.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useSearch } from 'wouter';
import { to } from '../../domain/routes/routes.ts';
import { displayPair } from '../../protocol/walls/calls.ts';
import { useCommands } from '../data/use-view.ts';
import { addressOf, optional } from '../parts/addresses/parameters.ts';
import { Button, ButtonLink } from '../parts/button.tsx';
import { CallError } from '../parts/call-error.tsx';
import { Copyable } from '../parts/copyable.tsx';
import { Field } from '../parts/field.tsx';
import { FormError } from '../parts/form-error.tsx';
import { Form } from '../parts/form.tsx';
import { Loading } from '../parts/loading.tsx';
import { Notice } from '../parts/notice.tsx';
import { Select } from '../parts/select.tsx';
import { toast } from '../parts/toasts.tsx';
import { useForm } from '../parts/use-form.ts';
import { useWallsCall } from './screen/use-walls-call.ts';
import type { ListedWall } from './walls-panel.tsx';

/** `/walls/pair`: the code of a screen is typed here. */
export function PairPage() {
  const { t } = useTranslation('walls');
  const { answer, error, reload } = useWallsCall('wallsList', {});
  return (
    <div className="stack walls-form">
      <Link href={to.walls()}>{t('back')}</Link>
      <h1>{t('pairing.title')}</h1>
      {error === null ? null : <CallError error={error} onRetry={reload} />}
      {answer === null && error === null ? <Loading lines={4} /> : null}
      {answer?.walls.length === 0 ? (
        <Notice action={<ButtonLink href={to.newWall()}>{t('newWall')}</ButtonLink>}>
          {t('pairing.firstWall')}
        </Notice>
      ) : null}
      {answer === null || answer.walls.length === 0 ? null : <PairForm walls={answer.walls} />}
    </div>
  );
}

/** The wall that it is paired for, where the way here named one. */
const ASKED = addressOf({ wall: optional('wall') });

function PairForm({ walls }: { readonly walls: readonly ListedWall[] }) {
  const { t } = useTranslation('walls');
  const commands = useCommands();
  const [, navigate] = useLocation();
  const asked = ASKED.read(useSearch()).wall;
  const first = walls.find(({ wall_id }) => wall_id === asked) ?? walls[0];
  const [initial] = useState({ code: '', name: '', wall_id: first?.wall_id ?? '' });
  const form = useForm({
    rules: displayPair.body.shape,
    initial,
    concerns: { 'pairing-code-unknown': 'code' },
  });
  const pair = async () => {
    const outcome = await form.submit((body) => commands.call('displayPair', { body }));
    if (outcome?.ok !== true) return;
    toast(t('pairing.paired', { name: form.values.name }));
    navigate(to.walls());
  };
  return (
    <Form form={form} onSubmit={() => void pair()}>
      <p>{t('pairing.steps')}</p>
      <Copyable what={t('pairing.address')}>{`${location.origin}${to.display()}`}</Copyable>
      <Field
        {...form.field('code')}
        label={t('pairing.code')}
        hint={t('pairing.codeHint')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <Field
        {...form.field('name')}
        label={t('pairing.name')}
        hint={t('pairing.nameHint')}
        autoComplete="off"
      />
      <Select
        {...form.field('wall_id')}
        label={t('wall')}
        options={walls.map(({ wall_id, name: label }) => ({ value: wall_id, label }))}
      />
      <FormError error={form.error} />
      <div className="actions">
        <Button kind="primary" type="submit" busy={form.busy}>
          {t('pairing.submit')}
        </Button>
      </div>
    </Form>
  );
}
