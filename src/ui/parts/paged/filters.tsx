import { SlidersHorizontal, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PagedName } from '../../../protocol/resources/registry.ts';
import { SOUGHT_MAX } from '../../../protocol/resources/paged-calls.ts';
import { Button } from '../button.tsx';
import { Select } from '../select.tsx';
import { useMedia } from '../use-media.ts';
import { filtersOf, type FilterName, type PagedAddress } from './address.ts';

/**
 * How a filter stands above its list: as a choice, the first of which narrows nothing; as a day; or not at all before a
 * row has said what to narrow down to, and then to be taken back.
 */
export type FilterLook =
  | {
      readonly kind: 'choice';
      readonly label: string;
      readonly options: readonly { readonly value: string; readonly label: string }[];
    }
  | { readonly kind: 'day'; readonly label: string }
  | { readonly kind: 'chosen'; readonly label: (value: string) => string };

export type FilterLooks<R extends PagedName> = { readonly [F in FilterName<R>]: FilterLook };

/** Where all filters would take the place of the rows. */
const NARROW = matchMedia('(max-width: 640px)');

/** What narrows a list down: a search, and every filter that the resource declares. */
export function PagedFilters<R extends PagedName>({
  resource,
  search,
  looks,
  address,
  onChange,
  onChoose,
}: {
  readonly resource: R;
  /** What is searched. */
  readonly search: string;
  readonly looks: FilterLooks<R>;
  readonly address: PagedAddress;
  readonly onChange: (part: Partial<PagedAddress>) => void;
  /** What was pressed is gone then. */
  readonly onChoose: (part: Partial<PagedAddress>) => void;
}) {
  const { t } = useTranslation('pages');
  const [open, setOpen] = useState(false);
  const folded = useMedia(NARROW);
  const all: Readonly<Record<string, FilterLook>> = looks;
  const filters = filtersOf(resource).flatMap(([name]) => {
    const look = all[name];
    return look === undefined ? [] : [{ name, look, value: address[name] ?? '' }];
  });
  const asked = filters.filter(({ look }) => look.kind !== 'chosen');
  const narrowing = asked.filter(({ value }) => value !== '').length;
  return (
    <div className="paged-filters">
      <input
        className="input compact"
        type="search"
        value={address.text}
        maxLength={SOUGHT_MAX}
        placeholder={search}
        aria-label={search}
        onChange={(event) => onChange({ text: event.target.value })}
      />
      {folded && asked.length > 0 ? (
        <Button icon={<SlidersHorizontal />} aria-expanded={open} onClick={() => setOpen(!open)}>
          {narrowing === 0 ? t('filters') : t('filtering', { count: narrowing })}
        </Button>
      ) : null}
      {filters.map(({ name, value, look }) => {
        const { kind, label } = look;
        if (kind === 'chosen' || (folded && !open)) return null;
        if (kind === 'choice') {
          const isKnown = look.options.some((option) => option.value === value);
          return (
            <Select
              key={name}
              label={label}
              labelHidden
              value={value}
              options={isKnown ? look.options : [...look.options, { value, label: value }]}
              onValue={(next) => onChange({ [name]: next })}
            />
          );
        }
        return (
          <label key={name}>
            <span>{label}</span>
            <input
              className="input compact"
              type="date"
              value={value}
              onChange={(event) => onChange({ [name]: event.target.value })}
            />
          </label>
        );
      })}
      {filters.map(({ name, value, look }) =>
        look.kind !== 'chosen' || value === '' ? null : (
          <Button key={name} kind="quiet" icon={<X />} onClick={() => onChoose({ [name]: '' })}>
            {look.label(value)}
          </Button>
        ),
      )}
    </div>
  );
}
