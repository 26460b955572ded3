import { act, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { visit } from '../../testing/visit.tsx';

afterEach(() => vi.useRealTimers());

async function footer(html: string): Promise<HTMLElement> {
  visit({ url: '/about', status: { footer_html: html } });
  return screen.findByRole('contentinfo');
}

// @spec C206 A039
test('a site without a footer shows its name and version', async () => {
  expect((await footer('')).textContent).toBe('Tollgate v0.1.0');
});

// @spec C205
test("the site's footer keeps its links and emphasis", async () => {
  const shown = await footer('Run by <a href="https://example.com">Example &amp; Sons</a><br><b>2026</b>');
  const link = within(shown).getByRole('link', { name: 'Example & Sons' });
  expect(link.getAttribute('href')).toBe('https://example.com');
  expect(link.getAttribute('rel')).toBe('noopener noreferrer');
  expect(shown.querySelector('b')?.textContent).toBe('2026');
});

test.each([
  ['scripts', 'a<script>window.x = 1</script>b', 'ab'],
  ['images with handlers', 'a<img src=x onerror="window.x = 1">b', 'ab'],
  ['links that run code', '<a href="javascript:window.x = 1">a</a>b', 'ab'],
  ['links that hide their code', '<a href="&#106;avascript:window.x = 1">a</a>b', 'ab'],
  ['styles and comments', '<style>p{}</style>a<!-- <b>c</b> -->b', 'ab'],
  ['frames', 'a<iframe src="https://evil.example">c</iframe>b', 'ab'],
])('%s in the footer of the site do nothing', async (_, html, text) => {
  const shown = await footer(html);
  expect(shown.textContent).toBe(text);
  expect(shown.querySelector('script, img, iframe, style, a, [onerror]')).toBeNull();
});

// @spec C207
test('a footer stored a moment later is shown by the fifth look after a second, and not later', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const shown = await footer('');
  const look = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds));
  look(900);
  localStorage.setItem('footer_html', 'Late words');
  look(90);
  expect(shown.textContent).toBe('Tollgate v0.1.0');
  look(10);
  expect(shown.textContent).toBe('Late words');
  localStorage.setItem('footer_html', 'Too late');
  look(2000);
  expect(shown.textContent).toBe('Late words');
});
