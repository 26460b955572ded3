import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { enter } from '../testing/enter.ts';
import { renderInConsole } from '../testing/render.tsx';
import { MapInput, type MapInputProps } from './map-input.tsx';

const onChange = vi.fn();

function Held({ value: initial = '', ...rest }: Partial<MapInputProps>) {
  const [value, setValue] = useState(initial);
  return (
    <MapInput
      heads={['Requested', 'Sent']}
      {...rest}
      value={value}
      onChange={(text) => {
        onChange(text);
        setValue(text);
      }}
    />
  );
}
const open = (props: Partial<MapInputProps> = {}) => {
  onChange.mockReset();
  renderInConsole(<Held {...props} />);
  return userEvent.setup();
};
const cell = (name: string) => screen.getByLabelText<HTMLInputElement>(name);

test('entries of an object are rows that can be changed, added and removed', async () => {
  const user = open({ value: '{"a":"x","b":"y"}' });
  expect(cell('Requested, row 2').value).toBe('b');
  await enter(user, cell('Sent, row 2'), 'z');
  expect(onChange).toHaveBeenLastCalledWith('{"a":"x","b":"yz"}');
  await user.click(screen.getByRole('button', { name: 'Add' }));
  await enter(user, cell('Requested, row 3'), 'c');
  await enter(user, cell('Sent, row 3'), 'w');
  expect(onChange).toHaveBeenLastCalledWith('{"a":"x","b":"yz","c":"w"}');
  for (const name of ['Remove a', 'Remove b', 'Remove c'])
    await user.click(screen.getByRole('button', { name }));
  expect(onChange).toHaveBeenLastCalledWith('');
  expect(cell('Requested, row 1').value).toBe('');
});

test('Enter adds a row and sends no form', async () => {
  const user = open();
  await enter(user, cell('Requested, row 1'), 'a{Enter}');
  expect(cell('Requested, row 2')).toBeTruthy();
});

test.each([
  ['number', '2', 'Enter a number.', '{"a":2}'],
  ['json', '{"b":[1]}', undefined, '{"a":{"b":[1]}}'],
  ['json', 'plain', undefined, '{"a":"plain"}'],
  ['text', '2', undefined, '{"a":"2"}'],
] as const)(
  'a value of the kind %s that is typed as %s is stored as such',
  async (kind, typed, problem, text) => {
    const user = open({ kind });
    await enter(user, cell('Requested, row 1'), 'a');
    expect(screen.queryByText('Enter a number.') !== null).toBe(problem !== undefined);
    await user.click(cell('Sent, row 1'));
    await user.paste(typed);
    expect(onChange).toHaveBeenLastCalledWith(text);
    expect(screen.queryByText('Enter a number.')).toBeNull();
  },
);

test('a name that is listed twice is marked', async () => {
  const user = open({ value: '{"a":"x","b":"y"}' });
  await user.clear(cell('Requested, row 2'));
  await enter(user, cell('Requested, row 2'), 'a');
  expect(screen.getAllByText('This name is listed twice. The last one counts.')).toHaveLength(2);
});

test('an object can be pasted as JSON', async () => {
  const user = open({ value: '{"a":"x"}' });
  await user.click(screen.getByRole('button', { name: 'As JSON' }));
  const editor = screen.getByRole<HTMLTextAreaElement>('textbox');
  expect(editor.value).toBe('{"a":"x"}');
  await user.clear(editor);
  await user.paste('{"q":');
  expect(screen.getByRole('button', { name: 'As fields' })).toHaveProperty('disabled', true);
  await user.paste('"r"}');
  await user.click(screen.getByRole('button', { name: 'As fields' }));
  expect(cell('Requested, row 1').value).toBe('q');
});

test('text that is no object is shown as JSON, and a string that looks like JSON keeps its quotes', () => {
  open({ value: 'oops' });
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('oops');
  renderInConsole(<Held kind="json" value='{"n":"5","m":5}' />);
  expect([cell('Sent, row 1').value, cell('Sent, row 2').value]).toEqual(['"5"', '5']);
});
