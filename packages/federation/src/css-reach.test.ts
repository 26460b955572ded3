import { scopeSelector } from '@tollgate/contract';
import { expect, test } from 'vitest';
import { findCssReach } from './css-reach.ts';

const area = { id: 'logs', buildId: 'aaaaaaaaaa' };
const S = scopeSelector('logs', 'aaaaaaaaaa');
/** As a minifier writes it. */
const MIN = S.replaceAll('"', '').replaceAll(', ', ',');

test.each([
  `.page${S} { color: red }`,
  `.page${MIN}{color:red}.list>li${MIN}:hover,td${MIN}::before{content:"}{"}`,
  `@media (width<400px){@supports (display:grid){.page${S}{padding:0}}}`,
  `@keyframes logs-aaaaaaaaaa-spin{from{rotate:0deg}50%,to{rotate:360deg}}`,
  `.sm\\:page${S}{background:url(data:image/png;base64,AA==)} /* body{} */`,
  `.page${S}{background:url("a{b")}`,
  `[data-theme="dark"] .page${S}{color:red}`,
  `.page${S}{color:red;& > b${S}{color:blue}}`,
])('styles that stay in the build are accepted: %s', (css) => {
  expect(findCssReach(css, area)).toEqual([]);
});

test('an area of a framework of its own may have dialogs of its own', () => {
  expect(findCssReach(`.dialog${S}{position:fixed}`, { ...area, contract: 2 })).toEqual([]);
});

test.each([
  [`.page${S}{color:red;position:fixed;inset:0}`, '"position: fixed" would cover the console'],
  [`.page${S}{position : FIXED !important}`, '"position: fixed" would cover the console'],
  ['.arco-btn{border:6px solid red}', '".arco-btn" is not limited'],
  [`.page${S},[class]{color:red}`, '"[class]" is not limited'],
  [`.page${S} .inner{color:red}`, 'is not limited'],
  [`.page${S} :hover{color:red}`, 'is not limited'],
  [`.page${S}~*{color:red}`, 'is not limited'],
  [`body:not(.page${S}){color:red}`, 'is not limited'],
  [`:is(.page${S},body){color:red}`, 'is not limited'],
  [`.page${scopeSelector('user', 'aaaaaaaaaa')}{color:red}`, 'is not limited'],
  [`@media print{body{color:red}}`, '"body" is not limited'],
  [`.page${S}{color:red;body &{color:blue}}`, '"body &" is not limited'],
  ['@keyframes spin{to{rotate:360deg}}', 'the animation spin must begin with logs-aaaaaaaaaa-'],
  ['@font-face{font-family:Inter;src:url(a.woff2)}', '@font-face is not for areas'],
  ['@property --color-text-1{syntax:"*";inherits:true}', '@property is not for areas'],
  ['@import "other.css";', '@import is not for areas'],
  ['@layer base{.x{color:red}}', '@layer is not for areas'],
  ['@page{margin:0}', '@page is not for areas'],
  [`.page${S}{content:"\n}body{color:red}`, 'cannot be checked'],
  [`.page${S}{background:\\75rl(}body{color:red})}`, 'cannot be checked'],
  [`.page${S}{background:url(a b}body{color:red})}`, 'cannot be checked'],
  [`/* .page${S}{color:red}`, 'cannot be checked'],
  [`.page${S}{width:calc(}body{color:red})}`, 'has a bracket without its other half'],
  [`.page${S}{color:red}}body{color:red}`, 'has a brace too many'],
  [`@media print{.page${S}{color:red}`, 'ends within a rule'],
])('styles that reach beyond the build are found: %s', (css, fault) => {
  expect(findCssReach(css, area).join()).toContain(fault);
});
