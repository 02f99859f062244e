import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { FormError } from './form-error.tsx';
import type { Form } from './use-form.ts';

/** The end of a form: why the host refused it as a whole, and the button that sends it. */
export function FormActions<Values extends object>({
  form,
  action,
  why,
  quiet = false,
  children,
}: {
  readonly form: Pick<Form<Values>, 'error' | 'busy' | 'refusalText'>;
  /** What the button says. */
  readonly action: string;
  /** The id of the text that says why it cannot be sent now. */
  readonly why?: string | undefined;
  /** There is nothing to send yet: of several forms on a page, none calls for it. */
  readonly quiet?: boolean;
  /** What stands beside the button. */
  readonly children?: ReactNode;
}) {
  return (
    <>
      <FormError error={form.error} text={form.refusalText} />
      <div className="actions">
        <Button kind={quiet ? 'plain' : 'primary'} type="submit" busy={form.busy} why={why}>
          {action}
        </Button>
        {children}
      </div>
    </>
  );
}
