import { Form as Base } from '@base-ui/react/form';
import { useEffect, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import type { Form as State } from './use-form.ts';

/** A form around its fields, each of which says by its name what is wrong with it. */
export function Form<Values extends object>({
  form,
  id,
  className = 'stack',
  startsInField = false,
  onSubmit = form.submit,
  children,
}: {
  readonly form: Pick<State<Values>, 'element' | 'wrong' | 'busy' | 'clear' | 'submit'>;
  readonly id?: string;
  readonly className?: string;
  /** Its page is there to fill it in: typing begins in its first field. */
  readonly startsInField?: boolean;
  /** Absent: the form is sent. */
  readonly onSubmit?: () => void;
  readonly children: ReactNode;
}) {
  const { element } = form;
  useEffect(() => {
    if (startsInField) element.current?.querySelector('input')?.focus({ preventScroll: true });
  }, [startsInField, element]);
  return (
    <Base
      ref={element}
      id={id}
      className={className}
      errors={form.wrong}
      // What the host refused may be right by now: it is asked again, and a marked field is no obstacle.
      onSubmitCapture={() => {
        if (!form.busy) flushSync(form.clear);
      }}
      onSubmit={(event) => {
        event.preventDefault();
        if (!form.busy) onSubmit();
      }}
    >
      {children}
    </Base>
  );
}
