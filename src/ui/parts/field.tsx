import { useId, type InputHTMLAttributes, type ReactNode, type Ref } from 'react';

export interface FieldProps extends Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'style' | 'onChange' | 'value'
> {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  /** The limit, in words. */
  readonly hint?: ReactNode;
  /** What is wrong with it now; undefined where nothing is. */
  readonly wrong?: string | undefined;
  readonly inputRef?: Ref<HTMLInputElement>;
  /** A button beside the input. */
  readonly beside?: ReactNode;
}

/** A labelled input with its limit and what is wrong, tied to it for screen readers. */
export function Field({
  label,
  value,
  onValue,
  hint,
  wrong,
  inputRef,
  beside,
  ...rest
}: FieldProps) {
  const id = useId();
  const described = [
    hint === undefined ? '' : `${id}-hint`,
    wrong === undefined ? '' : `${id}-wrong`,
  ]
    .filter((part) => part !== '')
    .join(' ');
  const input = (
    <input
      {...rest}
      id={id}
      ref={inputRef}
      className="input"
      value={value}
      onChange={(event) => onValue(event.target.value)}
      aria-invalid={wrong !== undefined}
      aria-describedby={described === '' ? undefined : described}
    />
  );
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {beside === undefined ? (
        input
      ) : (
        <div className="input-with-button">
          {input}
          {beside}
        </div>
      )}
      {hint === undefined ? null : (
        <span className="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {wrong === undefined ? null : (
        <span className="wrong" id={`${id}-wrong`}>
          {wrong}
        </span>
      )}
    </div>
  );
}
