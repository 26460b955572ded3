import type { UserEvent } from '@testing-library/user-event';

type Person = Pick<UserEvent, 'click' | 'paste' | 'keyboard'>;

/**
 * Puts a text into a field at once, as people do with keys and addresses: every typed character would draw the page
 * again. `{Enter}` at the end is pressed. Where the single keystroke matters, `person.type` it.
 */
export async function enter(person: Person, field: HTMLElement, text: string): Promise<void> {
  const isSent = text.endsWith('{Enter}');
  await person.click(field);
  field.focus(); // a drawer that has just opened takes the focus for itself once
  await person.paste(isSent ? text.slice(0, -'{Enter}'.length) : text);
  if (isSent) await person.keyboard('{Enter}');
}
