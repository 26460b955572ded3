// Texts of the console are in the format of i18next. The module is shared whole, so every visitor would fetch the
// components for ICU texts with their table of HTML entities, which nothing can use here, and `Trans` with its parser
// of HTML, which few pages use. `Trans` is fetched by the first page that has one.
const ICU = /^export \{ IcuTrans\w* \} from '[^']+';\n/gm;
const TRANS = [
  "export { Trans } from './Trans.js';",
  "export { Trans as TransWithoutContext } from './TransWithoutContext.js';",
  "export { nodesToString } from './Trans.js';",
];
const LATER = `
import { createElement, lazy, Suspense } from 'react';
const later = (load) => {
  const Loaded = lazy(load);
  return (props) => createElement(Suspense, { fallback: null }, createElement(Loaded, props));
};
export const Trans = /*#__PURE__*/ later(async () => ({ default: (await import('./Trans.js')).Trans }));
export const TransWithoutContext = /*#__PURE__*/ later(async () => ({
  default: (await import('./TransWithoutContext.js')).Trans,
}));
`;

module.exports = function leanI18nextLoader(source) {
  const lean = source.replace(ICU, '');
  if (lean === source) throw new Error(`No ICU components to leave out of ${this.resourcePath}.`);
  if (!TRANS.every((line) => lean.includes(line)))
    throw new Error(`${this.resourcePath} exports Trans in another way now.`);
  return TRANS.reduce((code, line) => code.replace(line, ''), lean) + LATER;
};
