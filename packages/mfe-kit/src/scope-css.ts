import { scopeSelector } from '@tollgate/contract';
import type { AtRule, Declaration, Plugin, Root, Rule } from 'postcss';
import parseSelectors, { type Selector } from 'postcss-selector-parser';

/**
 * Limits the styles of a build to its part of the page: every selector ends with the build's scope, which adds no
 * specificity, and animations get names of their own. @throws for rules that could only be meant for the whole page
 */
export function scopeCss({ id, buildId }: { id: string; buildId: string }): Plugin {
  const scope = parseSelectors().astSync(scopeSelector(id, buildId)).first.first;
  return {
    postcssPlugin: 'tollgate-scope-css',
    Once(root) {
      renameAnimations(root, `${id}-${buildId}-`);
      root.walkRules((rule) => {
        if (isKeyframe(rule)) return;
        rule.selector = parseSelectors((selectors) => {
          selectors.each((selector) => addScope(selector, scope));
        }).processSync(rule.selector);
      });
    },
  };
}

/** Before the pseudo-elements of the last compound: nothing but more pseudo-classes may follow those. */
function addScope(selector: Selector, scope: Selector['first']): void {
  const end = selector.nodes.findIndex(
    (node, at) =>
      isPseudoElement(node) && !selector.nodes.slice(at).some(({ type }) => type === 'combinator'),
  );
  const last = selector.nodes[(end === -1 ? selector.nodes.length : end) - 1];
  const added = scope.clone({});
  if (last) selector.insertAfter(last, added as never);
  else selector.prepend(added as never);
}

function isPseudoElement(node: Selector['first']): boolean {
  return node.type === 'pseudo' && /^::|^:(?:before|after|first-line|first-letter)$/.test(node.value);
}

export function isKeyframe(rule: Rule): boolean {
  return rule.parent?.type === 'atrule' && /keyframes$/i.test((rule.parent as AtRule).name);
}

/** Names of animations are the whole page's. */
function renameAnimations(root: Root, prefix: string): void {
  const names = new Set<string>();
  root.walkAtRules(/keyframes$/i, (rule) => {
    names.add(rule.params);
    rule.params = prefix + rule.params;
  });
  if (names.size === 0) return;
  root.walkDecls(/^animation(?:-name)?$/i, (declaration: Declaration) => {
    declaration.value = declaration.value.replace(/[\w-]+/g, (word) =>
      names.has(word) ? prefix + word : word,
    );
  });
}
