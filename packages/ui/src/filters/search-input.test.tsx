import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderInConsole } from '../testing/render.tsx';
import { FilterText } from './filter-text.tsx';
import { SearchInput } from './search-input.tsx';

function Searched({ onSearch }: { onSearch: (text: string) => void }) {
  const [value, setValue] = useState('tok 1');
  const search = (text: string) => {
    onSearch(text);
    setValue(text);
  };
  return <SearchInput value={value} placeholder="Name" onSearch={search} />;
}

function openSearch() {
  const onSearch = vi.fn();
  renderInConsole(<Searched onSearch={onSearch} />);
  return onSearch;
}

afterEach(() => vi.useRealTimers());

const field = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Name' });

test('Escape leaves the field with the text of the last search, and searches nothing', async () => {
  const onSearch = openSearch();
  await userEvent.type(field(), '23{Escape}');
  expect(field().value).toBe('tok 1');
  expect(document.activeElement).not.toBe(field());
  expect(onSearch).not.toHaveBeenCalled();
  await userEvent.type(field(), '4');
  await userEvent.tab();
  expect(onSearch).toHaveBeenCalledExactlyOnceWith('tok 14');
});

test.each([
  ['Chrome', { isComposing: true, keyCode: 229 }],
  ['Safari, which ends the composition first', { isComposing: false, keyCode: 229 }],
])('Enter that ends a composition does not search in %s', (_, init) => {
  const onSearch = openSearch();
  fireEvent.change(field(), { target: { value: 'ni hao' } });
  fireEvent.keyDown(field(), { key: 'Enter', ...init });
  expect(onSearch).not.toHaveBeenCalled();
  fireEvent.keyDown(field(), { key: 'Enter', keyCode: 13 });
  expect(onSearch).toHaveBeenCalledExactlyOnceWith('ni hao');
});

test('a pause in typing searches, and what is typed meanwhile stays', () => {
  vi.useFakeTimers();
  const onSearch = openSearch();
  fireEvent.change(field(), { target: { value: 'gpt ' } });
  act(() => vi.advanceTimersByTime(299));
  expect(onSearch).not.toHaveBeenCalled();
  act(() => vi.advanceTimersByTime(1));
  expect(onSearch).toHaveBeenCalledExactlyOnceWith('gpt');
  expect(field().value).toBe('gpt ');
});

test('a pause in a composition does not search, and its end does', () => {
  vi.useFakeTimers();
  const onSearch = openSearch();
  fireEvent.change(field(), { target: { value: 'x' } });
  fireEvent.compositionStart(field());
  fireEvent.compositionUpdate(field());
  fireEvent.change(field(), { target: { value: 'xni hao' } });
  act(() => vi.advanceTimersByTime(2000));
  expect(onSearch).not.toHaveBeenCalled();
  fireEvent.change(field(), { target: { value: 'x你好' } });
  fireEvent.compositionEnd(field());
  act(() => vi.advanceTimersByTime(300));
  expect(onSearch).toHaveBeenCalledExactlyOnceWith('x你好');
});

test('a filter with a name of its own searches after a pause, but not within a composition', () => {
  vi.useFakeTimers();
  const onChange = vi.fn();
  renderInConsole(<FilterText label="Token" value="" onChange={onChange} />);
  const token = screen.getByRole('textbox', { name: 'Token' });
  fireEvent.compositionStart(token);
  fireEvent.change(token, { target: { value: 'ce shi' } });
  act(() => vi.advanceTimersByTime(2000));
  expect(onChange).not.toHaveBeenCalled();
  fireEvent.change(token, { target: { value: '测试' } });
  fireEvent.compositionEnd(token);
  act(() => vi.advanceTimersByTime(300));
  expect(onChange).toHaveBeenCalledExactlyOnceWith('测试', false);
});
