import './walls.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useSearch } from 'wouter';
import { to } from '../../domain/routes/routes.ts';
import { displayName, pairingCode } from '../../protocol/walls/fields.ts';
import { useCommands } from '../data/use-view.ts';
import { addressOf, optional } from '../parts/addresses/parameters.ts';
import { Button, ButtonLink } from '../parts/button.tsx';
import { CallError } from '../parts/call-error.tsx';
import { Copyable } from '../parts/copyable.tsx';
import { wrongBy } from '../parts/field-rule.ts';
import { Field } from '../parts/field.tsx';
import { Loading } from '../parts/loading.tsx';
import { Notice } from '../parts/notice.tsx';
import { Select } from '../parts/select.tsx';
import { toast } from '../parts/toasts.tsx';
import { useForm, wrongByRefusal } from '../parts/use-form.ts';
import { errorText } from '../text/problem-text.ts';
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
  const [wall, setWall] = useState(
    (walls.find(({ wall_id }) => wall_id === asked) ?? walls[0])?.wall_id ?? '',
  );
  const [code, setCode] = useState('');
  const [name, setName] = useState('');
  const { wrong, error, busy, form, mark, typed, send } = useForm<'code' | 'name'>();
  const pair = async () => {
    const right = mark({
      code: wrongBy(pairingCode, code, t('pairing.codeWrong')),
      name: wrongBy(displayName, name),
    });
    if (!right) return;
    const body = { code, wall_id: wall, name };
    const outcome = await send(() => commands.call('displayPair', { body }), {
      concerned: (refusal) =>
        wrongByRefusal(refusal, ['code', 'name'], { 'pairing-code-unknown': 'code' }),
    });
    if (!outcome.ok) return;
    toast(t('pairing.paired', { name }));
    navigate(to.walls());
  };
  return (
    <form
      ref={form}
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void pair();
      }}
    >
      <p>{t('pairing.steps')}</p>
      <Copyable what={t('pairing.address')}>{`${location.origin}${to.display()}`}</Copyable>
      <Field
        label={t('pairing.code')}
        value={code}
        onValue={(value) => {
          setCode(value);
          typed('code');
        }}
        hint={t('pairing.codeHint')}
        wrong={wrong.code}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <Field
        label={t('pairing.name')}
        value={name}
        onValue={(value) => {
          setName(value);
          typed('name');
        }}
        hint={t('pairing.nameHint')}
        wrong={wrong.name}
        autoComplete="off"
      />
      <Select
        label={t('wall')}
        value={wall}
        options={walls.map(({ wall_id, name: label }) => ({ value: wall_id, label }))}
        onValue={setWall}
      />
      {error === null ? null : <Notice tone="bad">{errorText(error)}</Notice>}
      <div className="actions">
        <Button kind="primary" type="submit" busy={busy}>
          {t('pairing.submit')}
        </Button>
      </div>
    </form>
  );
}
