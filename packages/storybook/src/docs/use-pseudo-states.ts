import { useEffect } from 'react';

const looks = [
  [':hover', '.sb-look-hover'],
  [':focus-visible', '.sb-look-focus'],
  [':focus-within', '.sb-look-focus'],
  [':focus', '.sb-look-focus'],
] as const;

/** Repeats the rules for the pointer and the focus for what is within `sb-look-hover` and `sb-look-focus`. */
export function usePseudoStates(): void {
  useEffect(() => {
    const style = document.createElement('style');
    style.textContent = [...document.styleSheets].flatMap((sheet) => copiesOf(sheet.cssRules)).join('\n');
    document.head.append(style);
    return () => style.remove();
  }, []);
}

function copiesOf(rules: CSSRuleList): string[] {
  return [...rules].flatMap((rule) => {
    if (rule instanceof CSSStyleRule) return copyOf(rule);
    if (rule instanceof CSSMediaRule && !matchMedia(rule.conditionText).matches) return [];
    return rule instanceof CSSGroupingRule ? copiesOf(rule.cssRules) : [];
  });
}

function copyOf({ selectorText, style }: CSSStyleRule): string[] {
  const copies = selectorText.split(/,(?![^(]*\))/).flatMap((selector) => {
    const look = looks.find(([state]) => selector.includes(state));
    return look ? [`${look[1]} ${selector.replaceAll(look[0], '')}`] : [];
  });
  return copies.length > 0 ? [`${copies.join(',')} { ${style.cssText} }`] : [];
}
