import { Combobox } from '@base-ui/react/combobox';
import { ChevronDown } from 'lucide-react';
import { Labelled, type LabelledProps } from './field.tsx';
import { timeZones } from './time-zones.ts';

/** The time zones, filtered by what is typed; only one of them can be chosen. */
export function TimeZoneField({
  name,
  label,
  hint,
  none,
  value,
  onValue,
}: LabelledProps & {
  /** What stands where no zone matches. */
  readonly none: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
}) {
  return (
    <Labelled name={name} label={label} hint={hint}>
      <Combobox.Root
        items={timeZones()}
        value={value}
        autoHighlight
        onValueChange={(zone: string | null) => (zone === null ? undefined : onValue(zone))}
      >
        <div className="combobox">
          <Combobox.Input className="input" spellCheck={false} />
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
    </Labelled>
  );
}
