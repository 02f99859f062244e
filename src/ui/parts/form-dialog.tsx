import { useId, type ReactNode } from 'react';
import { FormError } from './form-error.tsx';
import { Form } from './form.tsx';
import { Question } from './question.tsx';
import type { Form as State } from './use-form.ts';

/** A dialog that is a form: it asks for something, and for a yes at once. */
export function FormDialog<Values extends object>({
  form,
  title,
  action,
  danger = false,
  why,
  className,
  onSubmit = form.submit,
  onClose,
  children,
}: {
  readonly form: State<Values>;
  readonly title: string;
  /** What the button says that does it. */
  readonly action: string;
  readonly danger?: boolean;
  /** The id of the text that says why it cannot be done now. */
  readonly why?: string | undefined;
  readonly className?: string;
  /** Absent: the form is sent. */
  readonly onSubmit?: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const id = useId();
  return (
    <Question
      title={title}
      yes={action}
      danger={danger}
      busy={form.busy}
      why={why}
      className={className}
      form={id}
      onClose={onClose}
    >
      <Form
        form={form}
        id={id}
        onSubmit={() => {
          if (why === undefined) onSubmit();
        }}
      >
        {children}
        <FormError error={form.error} text={form.refusalText} />
      </Form>
    </Question>
  );
}
