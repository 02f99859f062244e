import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Field } from './field.tsx';
import { FormError } from './form-error.tsx';
import { Form } from './form.tsx';
import type { Form as State } from './use-form.ts';

/** A form for what cannot be undone: it is sent only once the name of what it is done to is typed. */
export function TypedForm<Values extends object>({
  form,
  field,
  name,
  label,
  action,
  children,
}: {
  readonly form: State<Values>;
  /** Where it is typed. */
  readonly field: ReturnType<State<Values>['field']>;
  readonly name: string;
  readonly label: string;
  readonly action: string;
  readonly children?: ReactNode;
}) {
  const isTyped = field.value === name;
  return (
    <Form
      form={form}
      onSubmit={() => {
        if (isTyped) form.submit();
      }}
    >
      {children}
      <FormError error={form.error} text={form.refusalText} />
      <Field {...field} label={label} autoComplete="off" spellCheck={false} />
      <div className="actions">
        <Button kind="danger" type="submit" busy={form.busy} disabled={!isTyped}>
          {action}
        </Button>
      </div>
    </Form>
  );
}
