/** Several of a few, as boxes that are ticked; none of them is all. */
export function Choices<Value extends string | number>({
  legend,
  options,
  chosen,
  onChosen,
}: {
  readonly legend: string;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly chosen: readonly Value[];
  readonly onChosen: (chosen: Value[]) => void;
}) {
  return (
    <fieldset className="choices">
      <legend>{legend}</legend>
      {options.map(({ value, label }) => (
        <label key={value}>
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={(event) =>
              onChosen(
                event.target.checked ? [...chosen, value] : chosen.filter((one) => one !== value),
              )
            }
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
