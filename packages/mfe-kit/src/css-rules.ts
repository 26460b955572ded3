import postcss, { type Rule } from 'postcss';
import parseSelectors, { type Selector } from 'postcss-selector-parser';

/**
 * Checks that styles of an area cannot affect anything else: every selector has a class or attribute of the
 * area, and none uses `!important`. Returns one sentence per violation.
 */
export function findCssViolations(css: string, file: string): string[] {
  const violations: string[] = [];
  const root = postcss.parse(css, { from: file });
  root.walkDecls((declaration) => {
    if (declaration.important)
      violations.push(`${file}: ${declaration.prop} is !important; raise the specificity instead.`);
  });
  root.walkRules((rule) => {
    if (isKeyframe(rule)) return;
    parseSelectors((selectors) => {
      selectors.each((selector) => {
        const reason = findReachProblem(selector);
        if (reason) violations.push(`${file}: "${String(selector).trim()}" ${reason}; use a CSS module.`);
      });
    }).processSync(rule.selector);
  });
  return violations;
}

function findReachProblem(selector: Selector): string | undefined {
  let isScoped = false;
  let global: string | undefined;
  selector.walk((node) => {
    if (node.type === 'class' || node.type === 'attribute' || node.type === 'nesting') isScoped = true;
    if (node.type === 'tag' && /^(?:html|body)$/i.test(node.value)) global = node.value;
    if (node.type === 'pseudo' && /^:(?:root|host)$/i.test(node.value)) global = node.value;
  });
  if (global) return `touches ${global}, which belongs to the shell`;
  return isScoped ? undefined : 'matches elements of other areas';
}

function isKeyframe(rule: Rule): boolean {
  return rule.parent?.type === 'atrule' && /keyframes$/i.test((rule.parent as postcss.AtRule).name);
}
