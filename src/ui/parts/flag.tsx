import { useId, type ReactNode } from 'react';

/** Something that is or is not so, and what comes of it. */
export function Flag({
  label,
  hint,
  checked,
  disabled = false,
  onChange,
}: {
  readonly label: string;
  readonly hint: ReactNode;
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly onChange: (checked: boolean) => void;
}) {
  const id = useId();
  return (
    <div className="flag">
      <label className="check">
        <input
          type="checkbox"
          checked={checked}
          disabled={disabled}
          aria-describedby={id}
          onChange={({ target }) => onChange(target.checked)}
        />
        {label}
      </label>
      <p id={id} className="soft">
        {hint}
      </p>
    </div>
  );
}
