import type { UserEvent } from '@testing-library/user-event';

type Person = Pick<UserEvent, 'click' | 'paste' | 'keyboard'>;

/**
 * Sets the text of a field at once, like a paste: typing would render the page for every character. A final
 * `{Enter}` is pressed. Use `person.type` where single keystrokes matter.
 */
export async function enter(person: Person, field: HTMLElement, text: string): Promise<void> {
  const isSent = text.endsWith('{Enter}');
  await person.click(field);
  field.focus(); // a drawer that has just opened takes the focus once
  await person.paste(isSent ? text.slice(0, -'{Enter}'.length) : text);
  if (isSent) await person.keyboard('{Enter}');
}
