import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../parts/button.tsx';
import { FormActions } from '../parts/form-actions.tsx';
import { Form } from '../parts/form.tsx';
import { Panel } from '../parts/panel.tsx';
import { Status } from '../parts/status.tsx';
import { UnsavedGuard } from '../parts/unsaved-guard.tsx';
import type { Form as FormState } from '../parts/use-form.ts';

/** One module: what it does, whether it is on, what it is set to, and whom that would touch now. */
export function ModuleForm<Values extends object>({
  title,
  does,
  active,
  form,
  now,
  past,
  why,
  children,
}: {
  readonly title: string;
  readonly does: string;
  /** As it is saved. */
  readonly active: boolean;
  readonly form: FormState<Values>;
  /** Whom what is typed would touch now. */
  readonly now: ReactNode;
  /** Whom it would have kept out of late. */
  readonly past?: ReactNode;
  /** The id of the text that says why it cannot be changed. */
  readonly why?: string | undefined;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation('modules');
  const { changed, busy } = form;
  return (
    <Panel
      title={title}
      tools={
        active ? <Status tone="good">{t('on')}</Status> : <span className="soft">{t('off')}</span>
      }
    >
      <Form
        form={form}
        className="stack module"
        onSubmit={() => {
          if (why === undefined && changed) form.submit();
        }}
      >
        <p className="soft">{does}</p>
        <fieldset className="plain-fields stack" disabled={why !== undefined}>
          {children}
        </fieldset>
        <div role="status">{now}</div>
        {past}
        {why === undefined ? (
          <FormActions form={form} action={t('save')} quiet={!changed}>
            {changed && !busy ? <Button onClick={form.discard}>{t('discard')}</Button> : null}
            {changed && !busy ? <span className="soft">{t('unsaved')}</span> : null}
          </FormActions>
        ) : null}
        <UnsavedGuard form={form} />
      </Form>
    </Panel>
  );
}
