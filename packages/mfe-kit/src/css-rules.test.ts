import { expect, test } from 'vitest';
import { findCssViolations } from './css-rules.ts';

test.each([
  ['.page { color: var(--color-text-1) }'],
  ['.list > li { margin: 0 }'],
  ['[data-area="logs"] table { width: 100% }'],
  ['@media (width < 400px) { .page { padding: 0 } }'],
  ['@keyframes spin { from { rotate: 0deg } to { rotate: 360deg } }'],
])('styles that stay in the area are accepted: %s', (css) => {
  expect(findCssViolations(css, 'area.css')).toEqual([]);
});

test.each([
  ['table td { padding: 0 }', 'matches elements of other areas'],
  [':root { --primary: red }', 'touches :root'],
  ['body.wide .page { margin: 0 }', 'touches body'],
  ['* { box-sizing: border-box }', 'matches elements of other areas'],
  ['.page { color: red !important }', 'is !important'],
  ['@media print { h1, .page { margin: 0 } }', '"h1" matches elements of other areas'],
])('styles that affect more than the area fail the build: %s', (css, reason) => {
  expect(findCssViolations(css, 'area.css')).toEqual([expect.stringContaining(reason)]);
});
