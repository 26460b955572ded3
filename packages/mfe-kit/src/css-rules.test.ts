import { expect, test } from 'vitest';
import { findCssViolations } from './css-rules.ts';

test.each([
  ['.page { color: var(--color-text-1) }'],
  ['table td { padding: 0 }'],
  [':root[data-theme="dark"] .page { color: red }'],
  ['@media (width < 400px) { .page { padding: 0 } }'],
  ['@keyframes spin { from { rotate: 0deg } to { rotate: 360deg } }'],
])('styles that work in an area are accepted: %s', (css) => {
  expect(findCssViolations(css, 'area.css')).toEqual([]);
});

test.each([
  [':root { --primary: red }', 'touches :root'],
  ['.page, body.wide { margin: 0 }', 'touches body'],
  ['@media print { html { margin: 0 } }', 'touches html'],
  ['@font-face { font-family: Inter }', '@font-face is for the whole page'],
  ['.page { color: red !important }', 'is !important'],
])('styles that are meant for the whole page are refused: %s', (css, reason) => {
  expect(findCssViolations(css, 'area.css')).toEqual([expect.stringContaining(reason)]);
});
