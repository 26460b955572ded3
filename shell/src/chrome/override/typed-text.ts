const STORED = 'tollgate.typed';
/** The area loads first. */
const RESTORE_MS = 10_000;

interface TypedField {
  name: string;
  value: string | boolean;
}

type Field = HTMLInputElement | HTMLTextAreaElement;

/** Remembers what is typed and checked in the page, for after a reload of this tab. Passwords are left out. */
export function storeTyped(): void {
  const typed = [...listFields()].map(([name, field]) => ({ name, value: currentValue(field) }));
  sessionStorage.setItem(STORED, JSON.stringify({ at: location.pathname + location.search, typed }));
}

/** Fills in what was stored before a reload, as soon as its fields are there. Returns how to stop. */
export function restoreTyped(): () => void {
  const text = sessionStorage.getItem(STORED);
  sessionStorage.removeItem(STORED);
  const { at, typed } = JSON.parse(text ?? '{}') as { at?: string; typed?: TypedField[] };
  if (!typed || at !== location.pathname + location.search) return () => {};
  const waiting = new Map(typed.map(({ name, value }) => [name, value]));
  const observer = new MutationObserver(fill);
  const stop = () => observer.disconnect();
  observer.observe(document.body, { childList: true, subtree: true });
  const timer = setTimeout(stop, RESTORE_MS);
  fill();
  return () => {
    clearTimeout(timer);
    stop();
  };

  function fill(): void {
    for (const [name, field] of listFields()) {
      const value = waiting.get(name);
      if (value === undefined) continue;
      waiting.delete(name);
      if (value !== currentValue(field)) setValue(field, value);
    }
    if (waiting.size === 0) stop();
  }
}

/** By label and number among those of the same label: ids of React differ between builds. */
function listFields(): Map<string, Field> {
  const fields = document.querySelectorAll<Field>(
    'main input, main textarea, [role="dialog"] input, [role="dialog"] textarea',
  );
  const named = new Map<string, Field>();
  for (const field of fields) {
    if (SKIPPED.has(field.type)) continue;
    const label = field.ariaLabel || field.labels?.[0]?.textContent || field.placeholder || field.name;
    const kind = `${field.type} ${label}`;
    const number = [...named.keys()].filter((name) => name.startsWith(`${kind} #`)).length;
    named.set(`${kind} #${number}`, field);
  }
  return named;
}

const SKIPPED = new Set(['password', 'file', 'hidden', 'submit', 'button', 'radio']);

function currentValue(field: Field): string | boolean {
  return field.type === 'checkbox' ? (field as HTMLInputElement).checked : field.value;
}

/** As a person would: React hears the events, and ignores a value that is set directly. */
function setValue(field: Field, value: string | boolean): void {
  if (typeof value === 'boolean') {
    field.click();
    return;
  }
  const prototype =
    field instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
