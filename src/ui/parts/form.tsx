import { Form as Base } from '@base-ui/react/form';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import type { Form as State } from './use-form.ts';

/** A form around its fields, each of which says by its name what is wrong with it. */
export function Form<Values extends object>({
  form,
  id,
  className = 'stack',
  onSubmit,
  children,
}: {
  readonly form: Pick<State<Values>, 'element' | 'wrong' | 'busy' | 'clear'>;
  readonly id?: string;
  readonly className?: string;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}) {
  return (
    <Base
      ref={form.element}
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
