import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import type { CommandError, Outcome } from '../../worker/contract.ts';
import { isolated } from '../text/isolated.ts';
import { errorText } from '../text/problem-text.ts';
import { firstWrong, focusWrong } from './focus-wrong.ts';
import { keptTexts, type Keeper } from './kept-draft.ts';
import { limitText, read, type Read, type Rules, type Wrong } from './rules.ts';

interface FormSpec<Values extends object, R extends Rules, Typed extends object, Answer> {
  /** The wire's rules, by name: the shape of a call's body. */
  readonly rules: R | ((values: Values, saved: Values) => R);
  /** What it begins with. Another one later is what was saved elsewhere: what is typed stays over it. */
  readonly initial: Values;
  /** What is to be sent, each text as it was typed; absent: all of it. */
  readonly typed?: (values: Values) => Typed;
  /** What no rule of one field can tell. */
  readonly also?: (values: Values) => Wrong;
  /** Which field a refusal concerns by its code; what the host names as wrong is marked by itself. */
  readonly concerns?: Concerns | ((values: Values) => Concerns);
  /** What a refusal says at its field. */
  readonly refusalText?: (refusal: CommandError, values: Values) => string;
  /** Sends what is typed. */
  readonly ask?: (body: Read<R, Typed>, typed: TypedOver<Values>) => Promise<Outcome<Answer>>;
  /** What follows where it was taken; nothing of it is unsaved then. */
  readonly done?: (answer: Answer, typed: TypedOver<Values>) => void;
  /** Whoever succeeds goes elsewhere: the form stays busy. */
  readonly leaves?: true;
  /** Under which name its texts are kept over a reload, or where what is typed is. */
  readonly keep?: string | Keeper<Values>;
  /** Neither kept nor there any more once it is saved. */
  readonly secrets?: readonly (keyof Values)[];
}

/** What was typed, and over what. */
interface TypedOver<Values> {
  readonly values: Values;
  readonly was: Values;
}

type Concerns = Readonly<Record<string, string>>;

type TextName<Values> = {
  [Name in keyof Values]: Values[Name] extends string ? Name : never;
}[keyof Values] &
  string;

export interface Form<Values extends object, Body = unknown> {
  readonly values: Values;
  readonly saved: Values;
  /** What whoever typed has seen: under what is typed what stood there then, until they are told what it is by now. */
  readonly was: Values;
  /** Something is typed that is not saved. */
  readonly changed: boolean;
  readonly wrong: Wrong;
  /** What the host refused last and stands at no field; null where nothing is. */
  readonly error: CommandError | null;
  /** What a refusal says. */
  readonly refusalText: (refusal: CommandError) => string;
  readonly busy: boolean;
  readonly element: RefObject<HTMLFormElement | null>;
  /** What the field of a name is given; `path`: what is sent of it, where that is called otherwise. */
  readonly field: (
    name: TextName<Values>,
    path?: string,
  ) => {
    readonly name: string;
    readonly value: string;
    readonly onValue: (text: string) => void;
  };
  /** The limits of a field, in words. */
  readonly limit: (name: string) => string;
  /** Changes what is typed; the marks of what changes go, which are those of its keys unless named. */
  readonly set: (part: Partial<Values>, name?: string) => void;
  /** What is wrong by now with these fields, or with all. */
  readonly judge: (names?: readonly string[]) => Wrong;
  /** Marks what is wrong, of these fields or all, and brings the focus there; null where something is. */
  readonly check: (names?: readonly string[]) => Body | null;
  readonly send: <Answer>(
    ask: () => Promise<Outcome<Answer>>,
    /** Whether the answer is still to what is there; otherwise nothing of it shows. */
    current?: () => boolean,
  ) => Promise<Outcome<Answer>>;
  /** Checks all, and sends it as the form was told to. */
  readonly submit: () => void;
  /** Nothing is wrong any more. */
  readonly clear: () => void;
  /** What is typed is what is saved. */
  readonly settle: () => void;
  /** Everything is again as it was saved. */
  readonly discard: () => void;
  /** Nothing of it is there when somebody comes back. */
  readonly forget: () => void;
}

/**
 * A form: what is typed, what of it is wrong by the wire's own rules or the host's answer, and what of it is
 * not saved. What is wrong stands at its field, and each refusal brings the focus there; typing never moves it.
 */
export function useForm<
  Values extends object,
  R extends Rules,
  Typed extends object = Values,
  Answer = unknown,
>(spec: FormSpec<Values, R, Typed, Answer>): Form<Values, Read<R, Typed>> {
  // What is wrong is said outside of components, too.
  useTranslation('forms');
  const { initial, secrets = [] } = spec;
  const keep = typeof spec.keep === 'string' ? keptTexts(spec.keep, initial) : spec.keep;
  const [saved, setSaved] = useState(initial);
  const [seen, setSeen] = useState(initial);
  const [values, setValues] = useState<Values>(() => ({ ...initial, ...keep?.read() }));
  /** What is typed over something that is not what is saved by now. */
  const [over, setOver] = useState<Partial<Values>>(() =>
    pick(keep?.was?.read() ?? {}, keysThatDiffer(values, initial)),
  );
  /** The host refused to write over what was not seen: it is shown until the next try, which does. */
  const [contested, setContested] = useState(false);
  const [wrong, setWrong] = useState<Wrong>({});
  const [error, setError] = useState<CommandError | null>(null);
  const [busy, setBusy] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const [refusals, setRefusals] = useState(0);
  const own = keysThatDiffer(values, saved);
  const was = { ...saved, ...pick(over, own) };
  const overwritten = meanwhile(own, was, saved);
  const marks = contested ? { ...wrong, ...overwritten } : wrong;
  const focus = useEffectEvent(() => focusWrong(element.current, marks));
  useEffect(() => void focus(), [refusals]);

  if (seen !== initial && keysThatDiffer(seen, initial).length > 0) {
    const now = { ...initial, ...pick(values, own) };
    setSeen(initial);
    setSaved(initial);
    setValues(now);
    setOver(
      pick(
        was,
        own.filter((key) => keysThatDiffer(now, initial).includes(key)),
      ),
    );
  }
  const kept = own.filter((key) => !secrets.includes(key));
  const write = useEffectEvent(() => {
    keep?.write(kept.length === 0 ? null : pick(values, kept));
    keep?.was?.write(kept.length === 0 ? null : pick(was, kept));
  });
  useEffect(() => write(), [values, saved, over]);

  const rules = typeof spec.rules === 'function' ? spec.rules(values, saved) : spec.rules;
  const typed = (spec.typed ?? ((all: Values) => all as unknown as Typed))(values);
  const mark = (found: Wrong): boolean => {
    setWrong(found);
    setRefusals((count) => count + 1);
    return Object.keys(found).length === 0;
  };
  const set = (part: Partial<Values>, name?: string) => {
    setValues((before) => ({ ...before, ...part }));
    // What is as it is saved is typed over that from now on.
    const differ = keysThatDiffer({ ...saved, ...part }, saved);
    const same = (Object.keys(part) as (keyof Values)[]).filter((key) => !differ.includes(key));
    setOver((before) => without(before, same));
    setWrong((before) => withoutMarks(before, name === undefined ? Object.keys(part) : [name]));
  };
  const clear = () => {
    setWrong({});
    setError(null);
    if (!contested) return;
    setContested(false);
    setOver({});
  };
  const judge = (names?: readonly string[]): Wrong => {
    const all = Object.entries({ ...read(rules, typed).wrong, ...spec.also?.(values) });
    return Object.fromEntries(all.filter(([name]) => names?.includes(name) ?? true));
  };
  const check = (names?: readonly string[]) =>
    mark(judge(names)) ? read(rules, typed).body : null;
  const refusalText = (refusal: CommandError) => (spec.refusalText ?? errorText)(refusal, values);
  const placesOf = (refusal: CommandError): Wrong => {
    const { concerns = {} } = spec;
    const concerned = typeof concerns === 'function' ? concerns(values) : concerns;
    return wrongByRefusal(refusal, Object.keys(typed), concerned, refusalText);
  };
  const send = async <Answer>(
    ask: () => Promise<Outcome<Answer>>,
    current?: () => boolean,
  ): Promise<Outcome<Answer>> => {
    setBusy(true);
    clear();
    const outcome = await ask();
    if (!outcome.ok || spec.leaves === undefined) setBusy(false);
    if (!outcome.ok && current?.() !== false) {
      const places = placesOf(outcome.error);
      mark(places);
      const contests =
        outcome.error.kind === 'problem' && outcome.error.problem.code === 'row-changed';
      setContested(contests);
      const shown = contests ? { ...places, ...overwritten } : places;
      // What no field shows is said of the whole.
      const placed = firstWrong(element.current, shown) !== undefined;
      setError(placed ? null : outcome.error);
    }
    return outcome;
  };
  const settle = () => {
    const emptied = (now: Values) => {
      const same = secrets.filter((key) => now[key] === values[key]);
      return { ...now, ...Object.fromEntries(same.map((key) => [key, ''])) };
    };
    // Whoever goes elsewhere at once is not asked whether to leave.
    flushSync(() => {
      setSaved((now) => ({ ...now, ...pick(emptied(values), own) }));
      setValues(emptied);
      setOver((before) => without(before, own));
    });
  };
  const typedOver = { values, was: contested ? saved : was };
  const submit = async () => {
    const body = check();
    const { ask, done } = spec;
    if (body === null || ask === undefined) return;
    const outcome = await send(() => ask(body, typedOver));
    if (!outcome.ok) return;
    settle();
    done?.(outcome.value, typedOver);
  };
  return {
    ...typedOver,
    saved,
    changed: own.length > 0,
    wrong: marks,
    error,
    refusalText,
    busy,
    element,
    field: (name, path = name) => ({
      name: path,
      value: values[name] as string,
      onValue: (text) => set({ [name]: text } as Partial<Values>, path),
    }),
    limit: (name) => limitText(rules, name),
    set,
    judge,
    check,
    send,
    submit: () => void submit(),
    clear,
    settle,
    discard: () => {
      setValues(saved);
      setOver({});
      clear();
    },
    forget: () => {
      keep?.write(null);
      keep?.was?.write(null);
    },
  };
}

/** The fields that a refusal concerns: the one of its code, or those that it names; none where it concerns the whole. */
function wrongByRefusal(
  refusal: CommandError,
  names: readonly string[],
  concerns: Concerns,
  text: (refusal: CommandError) => string,
): Wrong {
  if (refusal.kind !== 'problem') return {};
  const { code, fields = {} } = refusal.problem;
  const concerned = concerns[code];
  if (concerned !== undefined) return { [concerned]: text(refusal) };
  // Only what the wire's rules refuse has no words of its own.
  const byRules = code === 'invalid-request';
  const wrong = byRules ? i18next.t('wrong.format', { ns: 'forms' }) : text(refusal);
  const places = Object.keys(fields).flatMap((path) => placeOf(path, names, byRules));
  return Object.fromEntries(places.map((path) => [path, wrong]));
}

/** Where a path of the body stands in the form; what the body has deeper than the form is found by its last name. */
function placeOf(path: string, names: readonly string[], byRules: boolean): readonly string[] {
  const parts = path.split('.');
  if (names.includes(parts[0] ?? '')) return [path];
  const last = parts.at(-1) ?? '';
  return !byRules && names.includes(last) ? [last] : [];
}

/** Without the marks of these fields and of their parts. */
function withoutMarks(wrong: Wrong, names: readonly string[]): Wrong {
  const left = Object.entries(wrong).filter(
    ([path]) => !names.some((name) => path === name || path.startsWith(`${name}.`)),
  );
  return left.length === Object.keys(wrong).length ? wrong : Object.fromEntries(left);
}

/** What somebody else made of what was typed over, in words. */
function meanwhile<Values extends object>(
  own: readonly (keyof Values)[],
  was: Values,
  saved: Values,
): Wrong {
  const others = keysThatDiffer(was, saved).filter((key) => own.includes(key));
  const t = i18next.getFixedT(null, 'forms');
  const said = (value: unknown) =>
    typeof value === 'string' && value !== ''
      ? t('wrong.othersMade', { value: isolated(value) })
      : t('wrong.othersChanged');
  return Object.fromEntries(others.map((key) => [key, said(saved[key])]));
}

function pick<Values extends object>(
  values: Partial<Values>,
  keys: readonly (keyof Values)[],
): Partial<Values> {
  const entries = Object.entries(values);
  return Object.fromEntries(
    entries.filter(([key]) => keys.includes(key as keyof Values)),
  ) as Partial<Values>;
}

function without<Values extends object>(
  values: Partial<Values>,
  keys: readonly (keyof Values)[],
): Partial<Values> {
  const all = Object.keys(values) as (keyof Values)[];
  return pick(
    values,
    all.filter((key) => !keys.includes(key)),
  );
}

/** Blanks at the ends of a text are no difference. */
function keysThatDiffer<Values extends object>(a: Values, b: Values): (keyof Values)[] {
  return (Object.keys(a) as (keyof Values)[]).filter((key) => {
    const [one, other] = [a[key], b[key]];
    if (typeof one === 'string' && typeof other === 'string') return one.trim() !== other.trim();
    return one !== other && JSON.stringify(one) !== JSON.stringify(other);
  });
}
