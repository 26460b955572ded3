import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { TimeFilter } from '../data.ts';
import { renderInConsole } from '../testing/render.tsx';
import { rangeToText } from './time-range.ts';

const at = new Date(2026, 2, 14, 9, 26, 53).getTime();

function open(value: string, fallback?: 'today') {
  const onChange = vi.fn();
  const now = () => at;
  renderInConsole(
    <TimeFilter label="Time" value={value} onChange={onChange} now={now} {...(fallback && { fallback })} />,
  );
  return onChange;
}

const choice = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Time' });
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });

test('a range is chosen by a word, which the URL keeps', async () => {
  const onChange = open('', 'today');
  expect(choice().value).toBe('today');
  await userEvent.selectOptions(choice(), 'Last 7 days');
  expect(onChange).toHaveBeenLastCalledWith('last-7-days');
});

test('the default range stays out of the URL', async () => {
  const onChange = open('yesterday', 'today');
  await userEvent.selectOptions(choice(), 'Today');
  expect(onChange).toHaveBeenLastCalledWith('');
});

test('a range up to now shows its beginning and no end', () => {
  open('', 'today');
  expect(field('From').value).toBe('2026-03-14 00:00:00');
  expect(field('To').value).toBe('');
  expect(field('To').placeholder).toBe('Now');
});

test('"Custom" holds the range at what it is now', async () => {
  const onChange = open('', 'today');
  await userEvent.selectOptions(choice(), 'Custom');
  const midnight = new Date(2026, 2, 14).getTime() / 1000;
  expect(onChange).toHaveBeenLastCalledWith(`${midnight}-${Math.floor(at / 1000)}`);
});

test('two moments of an address are shown as a custom range', () => {
  open('1700000000-1700086400', 'today');
  expect(choice().selectedOptions[0]?.textContent).toBe('Custom');
  expect(field('To').value).not.toBe('');
});

test('without a default all time is shown', () => {
  open('');
  expect(choice().selectedOptions[0]?.textContent).toBe('All');
  expect(field('From').value).toBe('');
});

test('a range is chosen in the calendar by keys, and Escape returns to the field', async () => {
  const onChange = open(rangeToText({ start: at / 1000, end: at / 1000 + 3600 }));
  const press = (...names: (keyof typeof codes)[]) => {
    for (const key of names)
      fireEvent.keyDown(document.activeElement ?? document.body, { key, keyCode: codes[key] });
  };
  act(() => field('From').focus());
  press('ArrowDown');
  await screen.findByRole('button', { name: 'Saturday, March 14, 2026' });
  expect(document.activeElement).toBe(field('From'));
  press('Escape');
  expect(document.activeElement).toBe(field('From'));
  press('Enter', 'ArrowDown');
  const focusedDay = () => document.activeElement?.getAttribute('aria-label');
  await waitFor(() => {
    if (focusedDay() === 'From') press('ArrowDown');
    expect(focusedDay()).toBe('Saturday, March 14, 2026');
  });
  press('ArrowUp', 'PageUp');
  await waitFor(() => expect(focusedDay()).toBe('Saturday, February 7, 2026'));
  act(() => (document.activeElement as HTMLElement).click());
  await waitFor(() => expect(document.activeElement).toBe(field('To')));
  press('Enter');
  const [start] = String(onChange.mock.lastCall?.[0]).split('-').map(Number);
  expect(new Date((start ?? 0) * 1000).toDateString()).toBe('Sat Feb 07 2026');
  expect(document.activeElement).toBe(field('To'));
});

const codes = { ArrowDown: 40, ArrowUp: 38, PageUp: 33, Enter: 13, Escape: 27 };
