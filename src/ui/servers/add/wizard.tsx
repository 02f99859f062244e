import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { whyNotAdd } from '../../../domain/account/plan.ts';
import { to } from '../../../domain/routes/routes.ts';
import { useOne } from '../../data/use-view.ts';
import { Button } from '../../parts/button.tsx';
import type { Wrong } from '../../parts/use-form.ts';
import type { DraftField } from './draft.ts';
import { ConnectionFields, RconFields } from './fields.tsx';
import { GameStep } from './game-step.tsx';
import { Refusal } from './refusal.tsx';
import { StepList } from './step-list.tsx';
import { STEP_FIELDS, stepOf, stepsOf, stepWith, type Step } from './steps.ts';
import { TestResult } from './test-result.tsx';
import { useWizard } from './use-wizard.ts';
import { WhyNot } from './why-not.tsx';

/** The form of all steps. It outlives them: nothing typed is lost by going back. */
export function Wizard({ stepName }: { readonly stepName: string | null }) {
  const { t } = useTranslation('addServer');
  const [, navigate] = useLocation();
  const account = useOne({ view: 'account' }).row;
  const wizard = useWizard();
  const { draft, wrong, busy, set, setGame, form } = wizard;
  const steps = stepsOf(draft.game);
  const step = stepOf(stepName, draft.game);
  const index = steps.indexOf(step);
  const last = index === steps.length - 1;
  const allFields = steps.flatMap((name) => STEP_FIELDS[name]);
  const go = (next: Step) => navigate(`${to.addServer()}?step=${next}`);

  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    const first = ['[aria-invalid="true"]', 'input:checked', 'input'].flatMap(
      (selector) => form.current?.querySelector<HTMLElement>(selector) ?? [],
    )[0];
    first?.focus();
  }, [step, form]);

  const why = account === undefined ? null : whyNotAdd(account);
  if (account !== undefined && why !== null && busy !== 'add') {
    return <WhyNot why={why} account={account} />;
  }

  /** Leads to the first step with something wrong; answers whether there is none. */
  const allRight = (fields: readonly DraftField[]): boolean => {
    const found: Wrong<DraftField> = wizard.check(fields);
    const at = stepWith(Object.keys(found) as DraftField[]);
    if (at !== undefined && at !== step) go(at);
    return at === undefined;
  };
  const submit = async () => {
    const next = steps[index + 1];
    if (!allRight(next === undefined ? allFields : STEP_FIELDS[step])) return;
    if (next !== undefined) {
      go(next);
      return;
    }
    const id = await wizard.add();
    // Whoever went elsewhere meanwhile stays there: the deployment goes on by itself.
    if (id !== null && location.pathname === to.addServer()) {
      navigate(`${to.addServer()}?server=${id}`, { replace: true });
    }
  };

  return (
    <>
      <StepList steps={steps} step={step} />
      <form
        ref={form}
        className="panel wizard-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (busy === null) void submit();
        }}
      >
        {step === 'game' ? (
          <GameStep game={draft.game} onGame={setGame} />
        ) : step === 'connection' ? (
          <ConnectionFields draft={draft} wrong={wrong} set={set} />
        ) : (
          <RconFields draft={draft} wrong={wrong} set={set} />
        )}
        <Refusal error={wizard.refusal} wrong={wrong} game={draft.game} step={step} />
        {wizard.answer === null || !last ? null : <TestResult answer={wizard.answer} />}
        <div className="actions">
          {index > 0 ? (
            <Button onClick={() => go(steps[index - 1] ?? 'game')}>
              {t('back', { ns: 'common' })}
            </Button>
          ) : null}
          {last ? (
            <Button
              busy={busy === 'test'}
              disabled={busy === 'add'}
              onClick={() => {
                if (allRight(allFields.filter((field) => field !== 'identifier'))) {
                  void wizard.test();
                }
              }}
            >
              {t('test')}
            </Button>
          ) : null}
          <Button kind="primary" type="submit" busy={busy === 'add'} disabled={busy === 'test'}>
            {last ? t('add') : t('next', { ns: 'common' })}
          </Button>
        </div>
      </form>
    </>
  );
}
