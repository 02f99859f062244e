/** What a report of a ban may be written in, and what it may not have in it. */

/**
 * Words that English texts are full of and others are not. What is a frequent word of another language, too ('in', 'was',
 * 'die', 'on', 'a', 'me', 'to', 'no'), is in neither list.
 */
const ENGLISH = new Set(
  `the and of that this these those is it's its he she they you i've i'm i'd we're he's she's my your his her their our him
  them with for not have has had are were be been but from who what when which would could should there because just only
  by at if or we can cannot can't don't didn't doesn't isn't wasn't wouldn't did never about after before then than any other
  same some how why where while again against always even every into like more most much too very never nothing nobody
  please wrong never really think know said says saw see look never unfair mistake`.split(/\s+/),
);

/** Words that texts in languages of Latin letters are full of, and English ones are not: none of 'ten', 'van', 'den', 'pour', 'til'. */
const OTHERS = new Set(
  `der das und ist nicht ich du er sie wir ihr ein eine einen dem mit auf für von zu auch habe haben wurde sind
  aber weil kein keine wenn wie bei nur noch schon immer mein meine mich mir dass
  le les des est je tu il elle nous vous ils et un une du avec sur qui que dans ce cette mais j'ai été suis mon ma
  el los las una es yo tú él ella nosotros y del por para que pero porque mi mis fue soy está muy esto
  o os uma eu você ele ela e não com por mas minha meu foi sou isso muito
  il lo gli uno io tu lui lei noi e di che non ma perché mio mia sono stato è questo molto
  nie jest się że jestem mnie mój moje był byłem tylko gdy dla przez tego jak czy już
  het een ik jij hij zij wij en niet met voor maar omdat mijn heb heeft dit dat geen wel
  och jag det är inte som på med för att ett har jeg og er ikke det av ve bir bu için değil ama çok
  se je jsem není byl jen proto já som nie bol nem egy és hogy volt csak mert ja minä ei se että olen`.split(
    /\s+/,
  ),
);

/** So many words say enough to tell what they are written in. */
const ENOUGH = 12;
/** One word of another language is a name, a place or a slip. */
const OTHERS_LEAST = 2;

/**
 * Whether a text is in English, as far as that can be told: its letters are Latin, the frequent words of other languages do
 * not outnumber those of English, and a longer text has some of these at all.
 */
export function isEnglish(text: string): boolean {
  if (!/^(?:\p{Script=Latin}|\P{L})*$/u.test(text)) return false;
  const words =
    text
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[\p{L}']+/gu) ?? [];
  const english = words.filter((word) => ENGLISH.has(word)).length;
  const others = words.filter((word) => OTHERS.has(word)).length;
  if (others >= OTHERS_LEAST && others > english) return false;
  return words.length < ENOUGH || english * ENOUGH >= words.length;
}

/**
 * Ends of names that are taken for a link wherever they stand. None of them is an English word ('top', 'live', 'page'): after
 * a full stop without a space that is how the next sentence begins, so a name that ends so is a link with a path behind it.
 */
const ENDS =
  `com net org info biz io gg gl ly tv cc ru su de uk eu fr nl pl se fi dk cz sk hu ro bg ua es pt br ar mx ca au nz jp cn kr
  co xyz gd gy fm pw ws moe icu ai sh rar mov`
    .split(/\s+/)
    .join('|');

const LABEL = '[\\p{L}\\p{N}](?:[\\p{L}\\p{N}_-]{0,62})';
const LINK = new RegExp(
  [
    // A protocol, or what only addresses begin with.
    '\\/\\/',
    '\\bwww\\.',
    // A name with a path, a query or a port behind it.
    `(?<![\\p{L}\\p{N}_.-])(?:${LABEL}\\.){1,8}\\p{L}{2,24}[\\/?#:][^\\s]`,
    '(?<![\\d.])\\d{1,3}(?:\\.\\d{1,3}){3}[\\/?#:][^\\s]',
    // A name that ends as those of sites do.
    `(?<![\\p{L}\\p{N}_.-])(?:${LABEL}\\.){1,8}(?:${ENDS})(?![\\p{L}\\p{N}_-])`,
  ].join('|'),
  'iu',
);

/** Whether a text leads nowhere: no link, and no name of a site. */
export function hasNoLinks(text: string): boolean {
  return !LINK.test(text);
}
