import './add-server.css';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useSearch } from 'wouter';
import { mayHost } from '../../domain/permissions.ts';
import { useOne } from '../data/use-view.ts';
import { Button } from '../parts/button.tsx';
import { Notice } from '../parts/notice.tsx';
import { useTitle } from '../parts/title.ts';
import { to } from '../routes.ts';
import { errorText } from '../text/problem-text.ts';
import type { DraftField } from './draft.ts';
import { ConnectionFields, RconFields } from './fields.tsx';
import { GameStep } from './game-step.tsx';
import { DeploymentProgress } from './progress.tsx';
import { TestResult } from './test-result.tsx';
import { useWizard } from './use-wizard.ts';

const STEPS = ['game', 'connection', 'rcon'] as const;
type Step = (typeof STEPS)[number];
const STEP_FIELDS: Readonly<Record<Step, readonly DraftField[]>> = {
  game: ['game'],
  connection: ['identifier', 'host', 'game_port', 'query_port', 'timezone'],
  rcon: ['rcon_port', 'rcon_password'],
};

/** `/servers/add`: game, server, RCon; then the deployment. The step stands in the address. */
export function AddServerPage() {
  const { t } = useTranslation('addServer');
  useTitle(t('title'));
  const params = new URLSearchParams(useSearch());
  const server = params.get('server');
  return (
    <div className="wizard">
      <h1>{t('title')}</h1>
      {server === null ? (
        <Wizard step={STEPS.find((step) => step === params.get('step')) ?? 'game'} />
      ) : (
        <DeploymentProgress serverId={server} />
      )}
    </div>
  );
}

function Wizard({ step }: { readonly step: Step }) {
  const { t } = useTranslation('addServer');
  const [, navigate] = useLocation();
  const account = useOne({ view: 'account' }).row;
  const wizard = useWizard();
  const { draft, wrong, error, busy, set } = wizard;
  const index = STEPS.indexOf(step);
  const go = (next: Step) => navigate(`${to.addServer()}?step=${next}`);

  if (account !== undefined && !mayHost(account, 'host.server.create')) {
    return <Notice tone="warn">{t('noPermission')}</Notice>;
  }

  const submit = async () => {
    if (!wizard.check(STEP_FIELDS[step])) return;
    const next = STEPS[index + 1];
    if (next !== undefined) {
      go(next);
      return;
    }
    const early = STEP_FIELDS.connection;
    if (!wizard.check(early)) {
      go('connection');
      return;
    }
    const id = await wizard.add();
    if (id !== null) navigate(`${to.addServer()}?server=${id}`, { replace: true });
  };

  return (
    <>
      <ol className="steps" aria-label={t('steps')}>
        {STEPS.map((name, place) => (
          <li key={name} aria-current={name === step ? 'step' : undefined}>
            <span className="numeric">{place + 1}</span>
            {place < index ? (
              <Link href={`${to.addServer()}?step=${name}`}>{t(`step.${name}`)}</Link>
            ) : (
              t(`step.${name}`)
            )}
          </li>
        ))}
      </ol>
      <form
        ref={wizard.form}
        className="panel wizard-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (busy === null) void submit();
        }}
      >
        {step === 'game' ? (
          <GameStep game={draft.game} onGame={(game) => set('game', game)} />
        ) : step === 'connection' ? (
          <ConnectionFields draft={draft} wrong={wrong} set={set} />
        ) : (
          <RconFields draft={draft} wrong={wrong} set={set} />
        )}
        {error === null ? null : <Notice tone="bad">{errorText(error)}</Notice>}
        {wizard.answer === null ? null : <TestResult answer={wizard.answer} />}
        <div className="actions">
          {index > 0 ? (
            <Button onClick={() => go(STEPS[index - 1] ?? 'game')}>
              {t('back', { ns: 'common' })}
            </Button>
          ) : null}
          {step === 'rcon' ? (
            <Button
              busy={busy === 'test'}
              disabled={busy !== null}
              onClick={() => {
                if (wizard.check(STEP_FIELDS.rcon)) void wizard.test();
              }}
            >
              {t('test')}
            </Button>
          ) : null}
          <Button kind="primary" type="submit" busy={busy === 'add'} disabled={busy !== null}>
            {step === 'rcon' ? t('add') : t('next', { ns: 'common' })}
          </Button>
        </div>
      </form>
    </>
  );
}
