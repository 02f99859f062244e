import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { whyNotAdd } from '../../../domain/account/plan.ts';
import { to } from '../../../domain/routes/routes.ts';
import { useOne } from '../../data/use-view.ts';
import { Button } from '../../parts/button.tsx';
import { focusWrong } from '../../parts/focus-wrong.ts';
import { FormError } from '../../parts/form-error.tsx';
import { Form } from '../../parts/form.tsx';
import { UnsavedGuard } from '../../parts/unsaved-guard.tsx';
import { addressOfDeployment, addressOfStep } from './address.ts';
import { ConnectionFields, RconFields } from './fields.tsx';
import { FoundServers } from './found-servers.tsx';
import { GameStep } from './game-step.tsx';
import { refusalText } from './refusals.ts';
import { StepList } from './step-list.tsx';
import { STEP_FIELDS, stepOf, stepsOf, stepWith, type Step } from './steps.ts';
import { TestResult } from './test-result.tsx';
import { useWizard } from './use-wizard.ts';
import { WhyNot } from './why-not.tsx';
import { WrongElsewhere } from './wrong-elsewhere.tsx';

/** The form of all steps. It outlives them: nothing typed is lost by going back. */
export function Wizard({ named }: { readonly named: Step }) {
  const { t } = useTranslation('addServer');
  const [, navigate] = useLocation();
  const account = useOne({ view: 'account' }).row;
  const { form, answer, doing, setGame, setName, test, add } = useWizard();
  const draft = form.values;
  const steps = stepsOf(draft.game);
  const step = stepOf(named, draft.game);
  const index = steps.indexOf(step);
  const following = steps[index + 1];
  const asked = steps.flatMap((name) => STEP_FIELDS[name]);
  const go = (next: Step) => navigate(addressOfStep(next));

  const focusStep = useEffectEvent(() => {
    const { current } = form.element;
    if (focusWrong(current, form.wrong)) return;
    (
      current?.querySelector<HTMLElement>('input:checked') ??
      current?.querySelector<HTMLElement>('input')
    )?.focus();
  });
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    focusStep();
  }, [step]);

  const why = account === undefined ? null : whyNotAdd(account);
  if (account !== undefined && why !== null && doing !== 'add') {
    return <WhyNot why={why} account={account} />;
  }

  /** Marks what is wrong, and leads to the first step of it; answers whether nothing is. */
  const allRight = (fields: readonly string[]): boolean => {
    const at = stepWith(Object.keys(form.judge(fields)));
    if (at !== undefined && at !== step) go(at);
    return form.check(fields) !== null;
  };
  const submit = async () => {
    if (!allRight(following === undefined ? asked : STEP_FIELDS[step])) return;
    if (following !== undefined) {
      go(following);
      return;
    }
    const id = await add();
    // Whoever went elsewhere in the meantime stays there: the deployment goes on by itself.
    if (id !== null && location.pathname === to.addServer()) {
      navigate(addressOfDeployment(id), { replace: true });
    }
  };
  const tested = asked.filter((field) => field !== 'identifier' && field !== 'name');
  // A game that was only looked at is no work.
  const typed = draft.identifier + draft.host + draft.rcon_password !== '';

  return (
    <>
      <StepList steps={steps} step={step} />
      <Form form={form} className="panel wizard-form" onSubmit={() => void submit()}>
        {step === 'game' ? (
          <GameStep game={draft.game} onGame={setGame} />
        ) : step === 'connection' ? (
          <ConnectionFields
            form={form}
            besideHost={<FoundServers draft={draft} onChoose={form.set} />}
          />
        ) : (
          <RconFields form={form} />
        )}
        <WrongElsewhere wrong={form.wrong} step={step} />
        <FormError error={form.error} text={(error) => refusalText(error, draft)} />
        {answer === null || following !== undefined ? null : (
          <TestResult answer={answer} called={draft.name} onName={setName} />
        )}
        <div className="actions">
          {index > 0 ? (
            <Button onClick={() => go(steps[index - 1] ?? 'game')}>
              {t('back', { ns: 'common' })}
            </Button>
          ) : null}
          {following === undefined ? (
            <Button
              busy={doing === 'test'}
              disabled={doing === 'add'}
              onClick={() => {
                if (allRight(tested)) void test(tested);
              }}
            >
              {t('test')}
            </Button>
          ) : null}
          <Button kind="primary" type="submit" busy={doing === 'add'} disabled={doing === 'test'}>
            {following === undefined ? t('add') : t('next', { ns: 'common' })}
          </Button>
        </div>
        <UnsavedGuard form={{ ...form, changed: form.changed && typed && doing !== 'add' }} />
      </Form>
    </>
  );
}
