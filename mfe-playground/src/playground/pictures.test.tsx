import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answer, forgetAnswers } from '@tollgate/api-client/testing';
import { renderArea } from '@tollgate/console-sdk/testing';
import { listOwnGroups, listOwnModels } from '@tollgate/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { area } from '../area.tsx';
import './playground-page.tsx'; // preloaded: the first test must not wait for it

beforeEach(() => {
  answer(listOwnGroups, { default: { desc: 'Default group', ratio: 1 } });
  answer(listOwnModels, ['gpt-4o-mini']);
});
afterEach(forgetAnswers);

const open = () => renderArea({ id: 'playground', area, role: 'user', path: '/playground' });
const person = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
const jpeg = (name: string) =>
  new File([new Uint8Array([0xff, 0xd8, 0xff, 0])], name, { type: 'image/jpeg' });

test('pictures are added and other files are named in an error', async () => {
  await open();
  const input = await screen.findByLabelText('Add images', { selector: 'input' });
  const files = [
    jpeg('same.jpg'),
    new File([], 'empty.png', { type: 'image/png' }),
    jpeg('same.jpg'),
    new File(['text'], '"quoted" 🙂.png', { type: 'image/png' }),
  ];
  await person.upload(input, files);
  expect((await screen.findByRole('alert')).textContent).toContain('Not added: empty.png, "quoted" 🙂.png.');
  expect(await screen.findAllByAltText('Attached image')).toHaveLength(2);
  await person.click(await screen.findByRole('button', { name: 'Remove image 1' }));
  expect(screen.getAllByAltText('Attached image')).toHaveLength(1);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a picture is pasted into the message and a copied table is pasted as text', async () => {
  await open();
  const field = await screen.findByRole('textbox', { name: 'Message' });
  fireEvent.paste(field, { clipboardData: { files: [jpeg('table.jpg')], types: ['text/plain', 'Files'] } });
  fireEvent.paste(field, { clipboardData: { files: [jpeg('shot.jpg')], types: ['Files'] } });
  expect(await screen.findAllByAltText('Attached image')).toHaveLength(1);
});
