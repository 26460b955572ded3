const SECRET = '[secret]';

/**
 * Removes keys that a provider has masked itself, with the ends that it leaves visible: `sk-abc***wxyz`,
 * `sk-...wxyz`, `****1234`, and what is left of a key behind `[secret]`. For texts that callers read.
 */
export function hideMaskedKeys(text: string): string {
  return shapes.reduce((hidden, shape) => hidden.replace(shape, SECRET), text);
}

const shapes = [
  // Stars and dots that stand for several characters. Two stars are bold text.
  /(?:\[secret\]|[\w-])*(?:\*{3,}|[•●∙·]{3,})(?:\[secret\]|[\w*•●∙·-])*/g,
  // Dots are also the end of a sentence: only behind the beginning of a key.
  /(?:\[secret\]|\b(?:sk|pk|rk|ak|gsk|xai|nvapi|hf|tgp|fw|csk|pplx|r8|AIza|key)[\w-]*)(?:\.{3,}|…)[\w-]+/gi,
  /\b[x]{4,}\w{2,8}\b/gi,
  /\[secret\][\w-]+/g,
];
