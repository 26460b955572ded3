import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { TimeFilter } from '../data.ts';
import { renderInConsole } from '../testing/render.tsx';

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
