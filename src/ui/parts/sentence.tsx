import { Fragment, type ReactNode } from 'react';

const OPEN = '\uE000';
const CLOSE = '\uE001';
const MARKED = /\uE000(\w+)\uE001/;

/**
 * A sentence whose order is the language's, and whose parts are elements: `text` is given a mark for each
 * part, to put where the translation wants it. A part's own text is never read as markup.
 */
export function Sentence<Name extends string>({
  parts,
  text,
}: {
  readonly parts: Readonly<Record<Name, ReactNode>>;
  readonly text: (marks: Readonly<Record<Name, string>>) => string;
}) {
  const names = Object.keys(parts) as Name[];
  const marks = Object.fromEntries(names.map((name) => [name, OPEN + name + CLOSE]));
  const pieces = text(marks as Record<Name, string>).split(MARKED);
  return pieces.map((piece, index) => (
    // Every second piece is the name of a part.
    <Fragment key={`${index} ${piece}`}>{index % 2 === 0 ? piece : parts[piece as Name]}</Fragment>
  ));
}
