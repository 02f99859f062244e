import { useId } from 'react';

export interface SelectOption {
  readonly value: string;
  readonly label: string;
}

export interface SelectProps {
  readonly name?: string;
  readonly label: string;
  readonly labelHidden?: boolean;
  readonly value: string;
  readonly options: readonly SelectOption[];
  readonly hint?: string | undefined;
  /** What is wrong with what is chosen; undefined: nothing. */
  readonly wrong?: string | undefined;
  readonly onValue: (value: string) => void;
}

/** The platform's own choice list: it works everywhere, also on a phone. */
export function Select({
  name,
  label,
  labelHidden = false,
  value,
  options,
  hint,
  wrong,
  onValue,
}: SelectProps) {
  const id = useId();
  const described = [
    ...(hint === undefined ? [] : [`${id}-hint`]),
    ...(wrong === undefined ? [] : [`${id}-wrong`]),
  ];
  return (
    <div className="field">
      <label htmlFor={id} className={labelHidden ? 'visually-hidden' : undefined}>
        {label}
      </label>
      <select
        id={id}
        name={name}
        className="input"
        value={value}
        aria-invalid={wrong === undefined ? undefined : true}
        aria-describedby={described.length === 0 ? undefined : described.join(' ')}
        onChange={(event) => onValue(event.target.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {hint === undefined ? null : (
        <span id={`${id}-hint`} className="hint">
          {hint}
        </span>
      )}
      {wrong === undefined ? null : (
        <span id={`${id}-wrong`} className="wrong">
          {wrong}
        </span>
      )}
    </div>
  );
}
