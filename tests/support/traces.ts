/**
 * Looks for what must not be told in a text, in every form in which it could stand there: as it is, in other
 * letters of the same look (case, marks, compatible forms), escaped for JSON, a URL or HTML, in hexadecimal or
 * base64; and in what stands there encoded itself. Answers those that are found.
 */
export function tracesOf(planted: Iterable<string>, text: string): readonly string[] {
  const readings = [text, ...readingsOf(text)];
  const plain = readings.map(letters);
  return [...planted].filter((value) => {
    const found = letters(value);
    if (plain.some((reading) => reading.includes(found))) return true;
    return encodingsOf(value).some((form) => text.includes(form));
  });
}

/** Letters alone, without what makes two spellings of one name: case, marks, widths. */
function letters(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** What a text says when it is decoded: the strings of JSON, escapes of URLs, runs of base64. */
function* readingsOf(text: string): Generator<string> {
  const strings = text.split('\n').flatMap((line) => [...stringsOf(jsonOf(line))]);
  yield strings.join('\n');
  yield text.replaceAll('+', ' ').replace(/(?:%[0-9a-f]{2})+/gi, decoded);
  const runs = [...text.matchAll(/[\w+/-]{8,}={0,2}/g)].map(([run]) => run);
  for (let start = 0; start < 4; start++) {
    yield runs.map((run) => Buffer.from(run.slice(start), 'base64').toString('utf8')).join('\n');
  }
}

/** Every string in a value, names of fields included. */
function* stringsOf(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (Array.isArray(value)) for (const item of value) yield* stringsOf(item);
  else if (typeof value === 'object' && value !== null) {
    for (const [name, item] of Object.entries(value)) {
      yield name;
      yield* stringsOf(item);
    }
  }
}

function encodingsOf(value: string): readonly string[] {
  const spellings = new Set([
    value,
    value.toLowerCase(),
    value.normalize('NFC'),
    value.normalize('NFD'),
  ]);
  return [...spellings].flatMap((spelling) => {
    const bytes = Buffer.from(spelling, 'utf8');
    // The same bytes are written in three ways, by what stands before them; the ends belong to others.
    const base64 = [0, 1, 2].map((before) =>
      Buffer.concat([Buffer.alloc(before), bytes])
        .toString('base64')
        .slice(before === 0 ? 0 : 4)
        .slice(0, -4),
    );
    const inUrls = base64.map((form) => form.replaceAll('+', '-').replaceAll('/', '_'));
    const hex = bytes.toString('hex');
    return [...base64, ...inUrls, hex, hex.toUpperCase(), escaped(spelling)].filter(
      (form) => form.length >= 6,
    );
  });
}

/** As JSON may be written with nothing but ASCII. */
function escaped(text: string): string {
  return [...text.matchAll(/[\s\S]/g)]
    .map(([unit]) =>
      unit < '\u0080' ? unit : `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    )
    .join('');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    if (error instanceof SyntaxError) return line;
    throw error;
  }
}
