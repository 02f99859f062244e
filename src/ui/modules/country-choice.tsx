import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fold } from '../../domain/resources/keys.ts';
import { COUNTRY } from '../../protocol/modules/countries.ts';
import { Field } from '../parts/field.tsx';
import { countryName } from '../text/format.ts';

/** Countries, found by a part of their name and ticked; those that were chosen when it opened stand first. */
export function CountryChoice({
  name,
  label,
  chosen,
  onChosen,
}: {
  readonly name: string;
  readonly label: string;
  readonly chosen: readonly string[];
  readonly onChosen: (codes: string[]) => void;
}) {
  const { t } = useTranslation('modules');
  const [text, setText] = useState('');
  const [first] = useState(() => new Set(chosen));
  const all = useMemo(() => listed(first), [first]);
  const sought = fold(text);
  const shown = all.filter(
    ({ folded, code }) => folded.includes(sought) || code.toLowerCase() === sought,
  );
  return (
    <fieldset className="country-choice">
      <legend className="visually-hidden">{label}</legend>
      <Field
        name={name}
        label={t('geoblocking.find')}
        type="search"
        value={text}
        onValue={setText}
        autoComplete="off"
        hint={
          chosen.length === 0
            ? t('geoblocking.noneChosen')
            : t('geoblocking.chosen', { count: chosen.length })
        }
        // Whoever looks for a country does not send the form around it.
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault();
        }}
      />
      <ul>
        {shown.map(({ code, country }) => (
          <li key={code}>
            <label className="check">
              <input
                type="checkbox"
                checked={chosen.includes(code)}
                onChange={({ target }) =>
                  onChosen(
                    target.checked ? [...chosen, code] : chosen.filter((one) => one !== code),
                  )
                }
              />
              {country}
            </label>
          </li>
        ))}
        {shown.length === 0 ? <li className="soft">{t('geoblocking.none')}</li> : null}
      </ul>
    </fieldset>
  );
}

function listed(first: ReadonlySet<string>) {
  const named = COUNTRY.map((code) => {
    const country = countryName(code);
    return { code, country, folded: fold(country) };
  }).toSorted((a, b) => (a.folded < b.folded ? -1 : 1));
  return [
    ...named.filter(({ code }) => first.has(code)),
    ...named.filter(({ code }) => !first.has(code)),
  ];
}
