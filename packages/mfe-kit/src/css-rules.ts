import postcss, { type Root } from 'postcss';
import parseSelectors, { type Selector } from 'postcss-selector-parser';
import { isKeyframe } from './scope-css.ts';

/**
 * Checks the sources of an area's styles for what would have no effect once the build limits them to the area, or
 * would be refused: selectors of the page itself, definitions for the whole page, and `!important`, which nothing
 * can take back. Returns one sentence per violation.
 */
export function findCssViolations(css: string, file: string): string[] {
  const violations: string[] = [];
  const root = postcss.parse(css, { from: file });
  root.walkDecls((declaration) => {
    if (declaration.important)
      violations.push(`${file}: ${declaration.prop} is !important; raise the specificity instead.`);
  });
  root.walkAtRules(/^(?:font-face|property|import|layer|page|namespace)$/i, (rule) => {
    violations.push(`${file}: @${rule.name} is for the whole page.`);
  });
  return [...violations, ...findPageRules(root, file)];
}

/** Returns the rules for the page itself. Once they are limited to an area they match nothing. */
export function findPageRules(css: string | Root, file: string): string[] {
  const found: string[] = [];
  const root = typeof css === 'string' ? postcss.parse(css, { from: file }) : css;
  root.walkRules((rule) => {
    if (isKeyframe(rule)) return;
    parseSelectors((selectors) => {
      selectors.each((selector) => {
        const name = findPagePart(selector);
        if (name)
          found.push(`${file}: "${String(selector).trim()}" touches ${name}, which belongs to the shell.`);
      });
    }).processSync(rule.selector);
  });
  return found;
}

/** The last compound of a selector may not be the page itself. */
function findPagePart(selector: Selector): string | undefined {
  let found: string | undefined;
  for (const node of selector.nodes) {
    if (node.type === 'combinator') found = undefined;
    const isPage =
      (node.type === 'tag' && /^(?:html|body)$/i.test(node.value)) ||
      (node.type === 'pseudo' && /^:(?:root|host)$/i.test(node.value));
    if (isPage) found = node.value;
  }
  return found;
}
