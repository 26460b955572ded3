import { useEffect } from 'react';

const looks = [
  [':hover', ':is(.sb-look-hover *)'],
  [':focus-visible', ':is(.sb-look-focus *)'],
  [':focus-within', ':is(.sb-look-focus *)'],
] as const;

/**
 * Applies rules for the pointer and the focus also to what is within `sb-look-hover` and `sb-look-focus`. The rules
 * keep their place and their weight, so that the same one wins as with a real pointer.
 */
export function usePseudoStates(): void {
  useEffect(() => {
    const extendAll = () => {
      for (const { cssRules } of document.styleSheets) extend(cssRules);
    };
    extendAll();
    const observer = new MutationObserver(extendAll); // a part of the kit brings its styles when it is drawn
    observer.observe(document.head, { childList: true });
    return () => observer.disconnect();
  }, []);
}

function extend(rules: CSSRuleList): void {
  for (const rule of rules) {
    if (rule instanceof CSSStyleRule) extendRule(rule);
    else if (rule instanceof CSSGroupingRule) extend(rule.cssRules);
  }
}

function extendRule(rule: CSSStyleRule): void {
  if (rule.selectorText.includes('.sb-look-')) return;
  const found = looks.filter(([state]) => rule.selectorText.includes(state));
  for (const [state, look] of found) {
    const extended = rule.selectorText.replaceAll(new RegExp(`${state}(?![\\w-])`, 'g'), look);
    rule.selectorText = `${rule.selectorText}, ${extended}`;
  }
}
