import { expect, test } from 'vitest';
import { innerLink } from './inner-links.ts';

/** What a click on the word in this markup leads to. */
function clicked(attributes: Record<string, string>, init: MouseEventInit = {}): string | undefined {
  const link = document.createElement('a');
  for (const [name, value] of Object.entries(attributes)) link.setAttribute(name, value);
  const word = link.appendChild(document.createElement('b'));
  document.body.append(link);
  let path: string | undefined;
  link.addEventListener('click', (event) => {
    path = innerLink(event);
    event.preventDefault();
  });
  word.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...init }));
  link.remove();
  return path;
}

test('a link to a page of the console leads there with query and fragment', () => {
  expect(clicked({ href: '/notes/7?from=list#end' })).toBe('/notes/7?from=list#end');
});

test.each([
  ['of another site', { href: 'https://example.com/notes' }, {}],
  ['for another tab', { href: '/notes', target: '_blank' }, {}],
  ['to a download', { href: '/notes', download: '' }, {}],
  ['clicked with Ctrl', { href: '/notes' }, { ctrlKey: true }],
  ['clicked with the middle button', { href: '/notes' }, { button: 1 }],
])("a link %s is the browser's", (_, attributes, init) => {
  expect(clicked(attributes as Record<string, string>, init)).toBeUndefined();
});
