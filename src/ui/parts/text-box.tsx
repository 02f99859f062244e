import type { z } from 'zod';
import { Control, Labelled } from './field.tsx';
import { TextHint } from './text-hint.tsx';

/** A box of a form for a text of some lines, which says by its rule how much room is left. */
export function TextBox({
  name,
  label,
  hint,
  rule,
  value,
  rows = 3,
  onValue,
}: {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly rule: z.ZodType;
  readonly value: string;
  readonly rows?: number;
  readonly onValue: (value: string) => void;
}) {
  return (
    <Labelled
      name={name}
      label={label}
      hint={
        <>
          {hint} <TextHint rule={rule} text={value} />
        </>
      }
    >
      <Control
        render={<textarea rows={rows} />}
        className="input"
        value={value}
        onValueChange={(text) => onValue(text)}
      />
    </Labelled>
  );
}
