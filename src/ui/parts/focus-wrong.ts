import type { Wrong } from './rules.ts';

/** The first field of a form that is wrong. */
export function firstWrong(form: HTMLElement | null, wrong: Wrong): HTMLElement | undefined {
  const named = form?.querySelectorAll<HTMLElement>('[name]') ?? [];
  return [...named].find((field) => Object.hasOwn(wrong, field.getAttribute('name') ?? ''));
}

/** Brings the focus to the first field of a form that is wrong; answers whether there is one. */
export function focusWrong(form: HTMLElement | null, wrong: Wrong): boolean {
  const first = firstWrong(form, wrong);
  first?.focus();
  return first !== undefined;
}
