import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { renderInConsole } from '../testing/render.tsx';
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
