import type { Wrong } from './rules.ts';

/** Brings the focus to the first field of a form that is wrong; answers whether there is one. */
export function focusWrong(form: HTMLElement | null, wrong: Wrong): boolean {
  const named = form?.querySelectorAll<HTMLElement>('[name]') ?? [];
  const first = [...named].find((field) => Object.hasOwn(wrong, field.getAttribute('name') ?? ''));
  first?.focus();
  return first !== undefined;
}
