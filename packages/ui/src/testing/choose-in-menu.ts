import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

/** Opens the menu of a button and clicks an item: `await chooseInMenu('Export', /^CSV/)`. */
export async function chooseInMenu(button: string, item: string | RegExp): Promise<void> {
  const person = userEvent.setup({ pointerEventsCheck: 0 }); // the menu is still fading in
  await person.click(await screen.findByRole('button', { name: button }));
  await person.click(await screen.findByRole('menuitem', { name: item }));
}
