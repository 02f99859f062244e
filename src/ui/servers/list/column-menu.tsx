import { Menu } from '@base-ui/react/menu';
import { useTranslation } from 'react-i18next';
import { COLUMNS, DENSITY, FIXED_COLUMN, type Density } from '../../parts/addresses/servers.ts';
import { ColumnsLabel } from './columns-label.tsx';
import type { FiltersProps } from './filters.tsx';

/** Which columns the table shows, and how dense its rows stand. */
export function ColumnMenu({ address, onAddress }: FiltersProps) {
  const { t } = useTranslation('dashboard');
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger className="button">
        <ColumnsLabel />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner align="end" sideOffset={6}>
          <Menu.Popup className="menu">
            {COLUMNS.filter((column) => column !== FIXED_COLUMN).map((column) => {
              const shown = address.columns.includes(column);
              return (
                <Menu.CheckboxItem
                  key={column}
                  checked={shown}
                  closeOnClick={false}
                  onCheckedChange={(on) =>
                    onAddress({
                      ...address,
                      columns: COLUMNS.filter((name) =>
                        name === column ? on : address.columns.includes(name),
                      ),
                    })
                  }
                >
                  <span className="mark" data-shape="box" data-on={shown} aria-hidden="true" />
                  {t(`column.${column}`)}
                </Menu.CheckboxItem>
              );
            })}
            <Menu.Separator className="separator" />
            <Menu.RadioGroup
              value={address.density}
              onValueChange={(density: Density) => onAddress({ ...address, density })}
            >
              {DENSITY.map((density) => (
                <Menu.RadioItem key={density} value={density} closeOnClick={false}>
                  <span className="mark" data-on={address.density === density} aria-hidden="true" />
                  {t(`density.${density}`)}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
