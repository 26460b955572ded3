import { type RefObject, useEffect } from 'react';

/**
 * Names a control with several elements: by `label`, else by the form label that points to `id`. Arco draws
 * such controls as boxes with an inner input and drops `aria-*`. When no element in the box has the id, its
 * input gets it, so that a click on the label and the first error can focus it.
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
    // The search box of a select that is not being searched; the surrounding box takes the focus.
    for (const hidden of box?.querySelectorAll('input[aria-hidden="true"]') ?? [])
      hidden.setAttribute('tabindex', '-1');
  });
}

/** Returns the label text of a field. */
export function labelText(id: string): string | undefined {
  return document.querySelector(`label[for="${CSS.escape(id)}"]`)?.textContent?.trim() || undefined;
}
