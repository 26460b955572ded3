import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { MarkdownView } from '../core.ts';
import { renderInConsole } from '../testing/render.tsx';

test('headings, lists, tables and code are rendered', async () => {
  renderInConsole(
    <MarkdownView
      source={
        '# Prices\n\n- [x] one\n- two &amp; three\n\n| a | b |\n|---|--:|\n| 1 | **2** |\n\n```ts\nlet a = 1 < 2\n```'
      }
    />,
  );
  expect(await screen.findByRole('heading', { level: 2, name: 'Prices' })).toBeTruthy();
  expect(screen.getByText('two & three')).toBeTruthy();
  expect(within(screen.getByRole('table')).getByText('2').tagName).toBe('STRONG');
  expect(screen.getByText('let a = 1 < 2').tagName).toBe('CODE');
  expect((screen.getByRole('checkbox') as HTMLInputElement).checked).toBe(true);
});

test('HTML in a text is shown as text', async () => {
  const source = 'a <b onclick="x()">word</b>\n\n<script>x()</script>\n\n<iframe srcdoc="<p>"></iframe>';
  const { container } = renderInConsole(<MarkdownView source={source} />);
  expect(await screen.findByText(/<script>x\(\)<\/script>/)).toBeTruthy();
  expect(container.querySelector('script, iframe, b')).toBeNull();
});

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,hello',
  'vbscript:x',
  '//evil.example',
  '/\\\\evil.example',
])('a link to %s is shown as plain text', async (href) => {
  renderInConsole(<MarkdownView source={`see [here](${href})`} />);
  expect(await screen.findByText(/here/)).toBeTruthy();
  expect(screen.queryByRole('link')).toBeNull();
});

test('an external link opens in a new tab without opener, an internal one does not', async () => {
  renderInConsole(<MarkdownView source={'[out](https://example.com/a) [in](/pricing)'} />);
  const out = await screen.findByRole('link', { name: 'out' });
  expect(out.getAttribute('rel')).toContain('noopener');
  expect(out.getAttribute('target')).toBe('_blank');
  expect(screen.getByRole('link', { name: 'in' }).getAttribute('href')).toBe('/pricing');
});

test('a picture from an unknown host loads only on request', async () => {
  const { container } = renderInConsole(<MarkdownView source="![chart](https://example.com/a.png?key=1)" />);
  const show = await screen.findByRole('button', { name: 'Show image: chart' });
  expect(container.querySelector('img')).toBeNull();
  await userEvent.click(show);
  expect(screen.getByRole('img', { name: 'chart' }).getAttribute('src')).toBe(
    'https://example.com/a.png?key=1',
  );
});

test('another picture at the same place needs a click of its own', async () => {
  const { container, rerender } = renderInConsole(
    <MarkdownView source="![one](https://example.com/1.png)" />,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Show image: one' }));
  rerender(<MarkdownView source="![two](https://example.com/2.png)" />);
  expect(screen.getByRole('button', { name: 'Show image: two' })).toBeTruthy();
  expect(container.querySelector('img')).toBeNull();
});

test('a text that grows keeps its earlier blocks, and a late definition makes its link', async () => {
  const { rerender } = renderInConsole(<MarkdownView source={'See [docs][1]\n\nmore'} />);
  const first = await screen.findByText(/See \[docs\]/);
  rerender(<MarkdownView source={'See [docs][1]\n\nmore **and more**'} />);
  expect(screen.getByText(/See \[docs\]/)).toBe(first);
  rerender(<MarkdownView source={'See [docs][1]\n\nmore **and more**\n\n[1]: /pricing'} />);
  expect(screen.getByRole('link', { name: 'docs' })).toBeTruthy();
});

test('a very deeply nested text is still shown', async () => {
  renderInConsole(<MarkdownView source={`${'> '.repeat(3000)}deep`} />);
  expect(await screen.findByText(/deep/)).toBeTruthy();
});
