/** A part of a module that is on or off. */
export function Tick({
  label,
  checked,
  onTick,
}: {
  readonly label: string;
  readonly checked: boolean;
  readonly onTick: (on: boolean) => void;
}) {
  return (
    <label className="check">
      <input type="checkbox" checked={checked} onChange={({ target }) => onTick(target.checked)} />
      {label}
    </label>
  );
}
