/** Brings the focus to the first field of a form that is marked as wrong, if there is one. */
export function focusWrong(form: HTMLElement | null): void {
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}
