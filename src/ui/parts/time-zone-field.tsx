import { Combobox } from '@base-ui/react/combobox';
import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import { timeZones } from './time-zones.ts';

/** The time zones, filtered by what is typed; only one of them can be chosen. */
export function TimeZoneField({
  label,
  hint,
  none,
  value,
  wrong,
  onValue,
}: {
  readonly label: string;
  readonly hint: string;
  /** What stands where no zone matches. */
  readonly none: string;
  readonly value: string;
  readonly wrong: string | undefined;
  readonly onValue: (value: string) => void;
}) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <Combobox.Root
        items={timeZones()}
        value={value}
        autoHighlight
        onValueChange={(zone: string | null) => (zone === null ? undefined : onValue(zone))}
      >
        <div className="combobox">
          <Combobox.Input
            id={id}
            className="input"
            name="timezone"
            spellCheck={false}
            aria-invalid={wrong !== undefined}
            aria-describedby={`${id}-hint`}
          />
          <Combobox.Trigger className="combobox-trigger" aria-label={label}>
            <ChevronDown className="icon" />
          </Combobox.Trigger>
        </div>
        <Combobox.Portal>
          <Combobox.Positioner sideOffset={4} className="combobox-positioner">
            <Combobox.Popup className="combobox-popup">
              <Combobox.Empty>
                <p className="soft">{none}</p>
              </Combobox.Empty>
              <Combobox.List className="combobox-list">
                {(zone: string) => (
                  <Combobox.Item key={zone} value={zone} className="combobox-item">
                    {zone}
                  </Combobox.Item>
                )}
              </Combobox.List>
            </Combobox.Popup>
          </Combobox.Positioner>
        </Combobox.Portal>
      </Combobox.Root>
      <span className={wrong === undefined ? 'hint' : 'wrong'} id={`${id}-hint`}>
        {wrong ?? hint}
      </span>
    </div>
  );
}
