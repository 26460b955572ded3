const NOTES = '.arco-form-message, .arco-form-extra, .tg-control-note';
const CONTROLS =
  '[role="radiogroup"], [role="combobox"], [role="slider"], [role="switch"], input:not([type="hidden"]), textarea';

/** Attributes that {@link describeFields} has set: it removes no others. */
const set = { 'aria-required': new WeakSet<Element>(), 'aria-invalid': new WeakSet<Element>() };
let lastId = 0;

/**
 * Ties the hint and the error of each field to its control, and marks required and invalid ones. Arco draws hints
 * and errors as text that no control refers to.
 */
export function describeFields(form: Element): void {
  for (const item of form.querySelectorAll('.arco-form-item')) {
    const control = findControl(item);
    if (!control) continue;
    const notes = [...item.querySelectorAll(NOTES)].filter(
      (note) => note.closest('.arco-form-item') === item,
    );
    describe(control, notes);
    mark(control, 'aria-required', item.querySelector('.arco-form-item-symbol') !== null);
    mark(control, 'aria-invalid', item.classList.contains('arco-form-item-status-error'));
  }
}

function findControl(item: Element): Element | null {
  const label = item.querySelector<HTMLLabelElement>('label[for]');
  const named = label && document.getElementById(label.htmlFor);
  return named && item.contains(named) ? named : item.querySelector(CONTROLS);
}

/** Keeps the descriptions that the control has of its own. */
function describe(control: Element, notes: Element[]): void {
  for (const note of notes) note.id ||= `tg-note-${++lastId}`;
  const earlier = control.getAttribute('aria-describedby')?.split(' ') ?? [];
  const own = earlier.filter((id) => !id.startsWith('tg-note-'));
  const ids = [...new Set([...own, ...notes.map(({ id }) => id)])].filter(Boolean).join(' ');
  if (ids) control.setAttribute('aria-describedby', ids);
  else control.removeAttribute('aria-describedby');
}

function mark(control: Element, name: keyof typeof set, isOn: boolean): void {
  if (isOn) {
    control.setAttribute(name, 'true');
    set[name].add(control);
  } else if (set[name].delete(control)) {
    control.removeAttribute(name);
  }
}
