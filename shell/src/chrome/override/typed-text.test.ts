import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { restoreTyped, storeTyped } from './typed-text.ts';

const page = `<main>
  <label>Name <input></label>
  <label>Name <input></label>
  <textarea placeholder="Note"></textarea>
  <input type="checkbox" aria-label="Urgent">
  <input type="password" aria-label="Key">
</main>`;

beforeEach(() => {
  document.body.innerHTML = page;
  history.replaceState(null, '', '/log?page=2');
});

test('what was typed comes back after a reload, once its fields are there, as if a person typed it', async () => {
  fields().forEach((field, index) => {
    if (field.type === 'checkbox') field.click();
    else field.value = `text ${index}`;
  });
  storeTyped();
  document.body.innerHTML = '<main></main>';
  onTestFinished(restoreTyped());
  const received: string[] = [];
  document.body.addEventListener('input', ({ target }) => received.push((target as HTMLInputElement).value));
  document.querySelector('main')?.replaceWith(parsed(page));
  await expect
    .poll(() => fields().map(({ value }) => value))
    .toEqual(['text 0', 'text 1', 'text 2', 'on', '']);
  expect(fields()[3]).toMatchObject({ checked: true });
  expect(received).toContain('text 2');
});

test('another page gets nothing of it', () => {
  for (const field of fields()) field.value = 'text';
  storeTyped();
  document.body.innerHTML = page;
  history.replaceState(null, '', '/log');
  onTestFinished(restoreTyped());
  expect(fields().map(({ value }) => value)).toEqual(['', '', '', 'on', '']);
});

function fields(): HTMLInputElement[] {
  return [...document.querySelectorAll<HTMLInputElement>('input, textarea')];
}

function parsed(html: string): Element {
  const holder = document.createElement('div');
  holder.innerHTML = html;
  return holder.firstElementChild as Element;
}
