import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { DateTimePicker, Drawer, JsonEditor, NEVER, QuotaInput, SecretField, Select } from '../form.ts';
import { renderInConsole } from '../testing/render.tsx';

function Quota({ onChange }: { onChange: (units: number | undefined) => void }) {
  const [units, setUnits] = useState<number>();
  return (
    <QuotaInput
      aria-label="Quota"
      {...(units !== undefined && { value: units })}
      onChange={(next) => {
        setUnits(next);
        onChange(next);
      }}
    />
  );
}

function Editor() {
  const [text, setText] = useState('');
  return <JsonEditor aria-label="Mapping" value={text} onChange={setText} />;
}

function Expiry({ start }: { start: number }) {
  const [value, setValue] = useState<number | undefined>(start);
  return <DateTimePicker aria-label="Expires" {...(value && { value })} onChange={setValue} />;
}

test('quota is typed in dollars and stored in units', async () => {
  const onChange = vi.fn();
  renderInConsole(<Quota onChange={onChange} />);
  await userEvent.type(screen.getByRole('spinbutton', { name: 'Quota' }), '2.5');
  expect(onChange).toHaveBeenLastCalledWith(1_250_000);
  expect(screen.queryByText(/units/)).toBeNull();
});

test('a preset fills in its amount', async () => {
  const onChange = vi.fn();
  renderInConsole(<Quota onChange={onChange} />);
  await userEvent.click(screen.getByRole('button', { name: '$50' }));
  expect(onChange).toHaveBeenCalledWith(25_000_000);
});

test('JSON is validated on blur, not while typing', async () => {
  renderInConsole(<Editor />);
  await userEvent.type(screen.getByRole('textbox', { name: 'Mapping' }), '{{"a":');
  expect(screen.queryByRole('alert')).toBeNull();
  await userEvent.tab();
  expect(screen.getByRole('alert').textContent).toContain('Invalid JSON');
});

test('a list is rejected when an object is required', async () => {
  renderInConsole(<JsonEditor aria-label="Mapping" value="[1]" />);
  await userEvent.click(screen.getByRole('textbox', { name: 'Mapping' }));
  await userEvent.tab();
  expect(screen.getByRole('alert').textContent).toContain('Enter a JSON object');
});

test('a secret is hidden until it is revealed', async () => {
  renderInConsole(<SecretField aria-label="Key" value="sk-1" stored />);
  const input = screen.getByLabelText<HTMLInputElement>('Key');
  expect(input.type).toBe('password');
  await userEvent.click(screen.getByRole('button', { name: 'Show the secret' }));
  expect(input.type).toBe('text');
  expect(screen.getByText('Leave blank to keep the current value.')).toBeTruthy();
});

test('expiry can be never or a duration from now', async () => {
  const onChange = vi.fn();
  renderInConsole(<DateTimePicker aria-label="Expires" onChange={onChange} />);
  await userEvent.click(screen.getByRole('button', { name: 'Never expires' }));
  expect(onChange).toHaveBeenLastCalledWith(NEVER);
  await userEvent.click(screen.getByRole('button', { name: 'In 1 hour' }));
  expect(onChange.mock.lastCall?.[0]).toBeCloseTo(Date.now() / 1000 + 3600, -1);
});

test('an expiry is chosen in the calendar by keys', async () => {
  renderInConsole(<Expiry start={new Date(2026, 2, 14, 9, 26, 53).getTime() / 1000} />);
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Expires' });
  const press = (key: string, keyCode: number) =>
    fireEvent.keyDown(document.activeElement ?? field, { key, keyCode });
  const focusedDay = () => document.activeElement?.getAttribute('aria-label');
  act(() => field.focus());
  press('ArrowDown', ARROW_DOWN);
  await screen.findByRole('button', { name: 'Saturday, March 14, 2026' });
  press('Escape', ESCAPE);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Saturday, March 14, 2026' })).toBeNull());
  expect(document.activeElement).toBe(field);
  press('Enter', ENTER);
  await waitFor(() => {
    if (document.activeElement === field) press('ArrowDown', ARROW_DOWN);
    expect(focusedDay()).toBe('Saturday, March 14, 2026');
  });
  press('PageDown', PAGE_DOWN);
  await waitFor(() => expect(focusedDay()).toBe('Tuesday, April 14, 2026'));
  act(() => (document.activeElement as HTMLElement).click());
  await waitFor(() => expect(document.activeElement).toBe(field));
  press('Enter', ENTER);
  await waitFor(() => expect(field.value).toBe('2026-04-14 09:26:53'));
  expect(document.activeElement).toBe(field);
});

test('a chosen name has a labelled remove button', async () => {
  const onChange = vi.fn();
  renderInConsole(
    <Select
      aria-label="Models"
      mode="multiple"
      defaultValue={['gpt-4o', 'o3']}
      options={['gpt-4o', 'o3']}
      onChange={onChange}
    />,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Remove gpt-4o' }));
  expect(onChange.mock.lastCall?.[0]).toEqual(['o3']);
  expect(screen.getByRole('button', { name: 'Remove o3' })).toBeTruthy();
});

test('a select has an accessible name', () => {
  renderInConsole(<Select aria-label="Group" options={['default', 'vip']} />);
  expect(screen.getByRole('combobox', { name: 'Group' })).toBeTruthy();
});

test.each([false, true])(
  'a key that closes a list leaves the focus in its select: %s',
  async (showSearch) => {
    const onChange = vi.fn();
    renderInConsole(
      <Select aria-label="Group" options={['default', 'vip']} showSearch={showSearch} onChange={onChange} />,
    );
    const select = screen.getByRole('combobox', { name: 'Group' });
    const isOpen = () => select.getAttribute('aria-expanded') === 'true';
    /** Presses keys by the codes that Arco reads. */
    const press = (...codes: number[]) => {
      for (const keyCode of codes) fireEvent.keyDown(document.activeElement ?? select, { keyCode });
    };
    act(() => select.focus());
    for (const closing of [[ESCAPE], [ARROW_DOWN, ENTER]]) {
      press(ENTER);
      await waitFor(() => expect(isOpen()).toBe(true));
      press(...closing);
      await waitFor(() => expect(isOpen()).toBe(false));
      expect(select.contains(document.activeElement), closing.join()).toBe(true);
    }
    expect(onChange.mock.lastCall?.[0]).toBe('vip');
  },
);

test('a finger that chooses from a list does not bring the keyboard of the phone up again', async () => {
  renderInConsole(<Select aria-label="Group" options={['default', 'vip']} showSearch />);
  const select = screen.getByRole('combobox', { name: 'Group' });
  for (const [pointerType, keepsFocus] of [
    ['touch', false],
    ['mouse', true],
  ] as const) {
    act(() => select.focus());
    fireEvent.keyDown(document.activeElement ?? select, { keyCode: ENTER });
    await waitFor(() => expect(select.getAttribute('aria-expanded')).toBe('true'));
    const option = screen.getByRole('option', { name: 'vip' });
    fireEvent.pointerDown(option, { pointerType });
    fireEvent.click(option);
    await waitFor(() => expect(select.getAttribute('aria-expanded')).toBe('false'));
    await act(() => new Promise((resolve) => setTimeout(resolve, 150)));
    expect(select.contains(document.activeElement), pointerType).toBe(keepsFocus);
  }
});

const [ENTER, ESCAPE, PAGE_DOWN, ARROW_DOWN] = [13, 27, 34, 40];

test('Escape in a select with a closed list leaves the drawer around it', async () => {
  const leave = vi.fn();
  renderInConsole(
    <Drawer visible title="Channel" footer={null} onCancel={leave}>
      <Select aria-label="Group" options={['default', 'vip']} showSearch />
    </Drawer>,
  );
  const select = await screen.findByRole('combobox', { name: 'Group' });
  fireEvent.keyDown(select.querySelector('input')!, { key: 'Escape', keyCode: ESCAPE });
  expect(leave).toHaveBeenCalledOnce();
});
