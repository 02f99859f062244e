import { Field as Base } from '@base-ui/react/field';
import type { InputHTMLAttributes, ReactNode } from 'react';

/** The input of what `Labelled` labels, where it is none of those that are parts. */
export const { Control } = Base;

export interface LabelledProps {
  /** What its form marks as wrong by this name stands under it. */
  readonly name?: string | undefined;
  readonly label: string;
  /** For screen readers alone. */
  readonly labelHidden?: boolean;
  /** The limit, in words. */
  readonly hint?: ReactNode;
  /** What is wrong with it where no form says so. */
  readonly wrong?: string | undefined;
}

/** A label, and under what it labels the limit and what is wrong, tied to it for screen readers. */
export function Labelled({
  name,
  label,
  labelHidden = false,
  hint,
  wrong,
  children,
}: LabelledProps & { readonly children: ReactNode }) {
  return (
    <Base.Root className="field" name={name} invalid={wrong !== undefined}>
      <Base.Label className={labelHidden ? 'visually-hidden' : undefined}>{label}</Base.Label>
      {children}
      {hint === undefined ? null : (
        <Base.Description render={<span />} className="hint">
          {hint}
        </Base.Description>
      )}
      {wrong === undefined ? (
        <Base.Error render={<span />} className="wrong" />
      ) : (
        <Base.Error match render={<span />} className="wrong">
          {wrong}
        </Base.Error>
      )}
    </Base.Root>
  );
}

export interface FieldProps
  extends
    LabelledProps,
    Omit<InputHTMLAttributes<HTMLInputElement>, 'name' | 'style' | 'onChange' | 'value'> {
  readonly value: string;
  readonly onValue: (value: string) => void;
  /** A button beside the input. */
  readonly beside?: ReactNode;
}

/** A labelled input. */
export function Field({
  name,
  label,
  labelHidden,
  hint,
  wrong,
  onValue,
  beside,
  className = 'input',
  ...rest
}: FieldProps) {
  const input = (
    <Control {...rest} className={className} onValueChange={(value) => onValue(value)} />
  );
  return (
    <Labelled
      name={name}
      label={label}
      labelHidden={labelHidden ?? false}
      hint={hint}
      wrong={wrong}
    >
      {beside === undefined ? (
        input
      ) : (
        <div className="input-with-button">
          {input}
          {beside}
        </div>
      )}
    </Labelled>
  );
}
