/**
 * Before something in a list is taken away with the focus in it, the same button of its neighbour gets the
 * focus; without a neighbour the page's content does.
 */
export function focusNeighbour(button: HTMLElement, item: string): void {
  const own = button.closest(item);
  const beside = (step: 'nextElementSibling' | 'previousElementSibling') => {
    let element = own?.[step] ?? null;
    while (element !== null && !element.matches(item)) element = element[step];
    return element?.querySelector<HTMLElement>('[data-takes-away]') ?? null;
  };
  const next = beside('nextElementSibling') ?? beside('previousElementSibling');
  (next ?? document.getElementById('content'))?.focus();
}
