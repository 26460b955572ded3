import { type RefObject, useEffect } from 'react';

/**
 * Names a control that is more than one native input: by `label`, else by the form label that points to `id`.
 * Arco draws such controls as boxes with an inner input and drops `aria-*` on the way. Where nothing in the box
 * carries the id, its input takes it, so that a click on the label and the focus of a first error find it.
 */
export function useControlName(
  wrapper: RefObject<HTMLElement | null>,
  id: string | undefined,
  label: string | undefined,
): void {
  useEffect(() => {
    const box = wrapper.current;
    const controls =
      box?.querySelectorAll('[role="combobox"], [role="slider"], input:not([type="hidden"])') ?? [];
    if (id && controls[0] && !document.getElementById(id)) controls[0].id = id;
    const text = label ?? (id ? labelText(id) : undefined);
    if (text) for (const control of controls) control.setAttribute('aria-label', text);
    // The search box of a select that is not being searched; the box around it takes the focus.
    for (const hidden of box?.querySelectorAll('input[aria-hidden="true"]') ?? [])
      hidden.setAttribute('tabindex', '-1');
  });
}

/** The words of a field, as its label has them. */
export function labelText(id: string): string | undefined {
  return document.querySelector(`label[for="${CSS.escape(id)}"]`)?.textContent?.trim() || undefined;
}
