/**
 * Reads a number as people type it: `0.5`, `0,5`, `1 000`, `1.000,5`, `1,000,000`, full-width digits. Returns it
 * with a decimal point and without separators, `''` for empty text, and undefined for text that is no number
 * or could be two numbers: `1,000` is a thousand in English and one in German.
 */
export function readNumber(typed: string): string | undefined {
  // NFKC makes digits, signs and spaces of other widths plain.
  const text = typed
    .normalize('NFKC')
    .replace(/[−﹣]/g, '-')
    .replace(/。/g, '.')
    .replace(/[’']/g, ' ')
    .trim();
  if (text === '') return '';
  const number = plain(withoutSpaces(text));
  return number !== undefined && Number.isFinite(Number(number)) ? number : undefined;
}

/** Removes spaces between groups of three digits. Other spaces stay and make the text invalid. */
function withoutSpaces(text: string): string {
  return text.replace(/(?<=\d) (?=\d{3}(?!\d))/g, '');
}

function plain(text: string): string | undefined {
  if (/^-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)) return text;
  // The last of two separators is the decimal one.
  if (/^-?\d{1,3}(,\d{3})+\.\d*$/.test(text)) return text.replaceAll(',', '');
  if (/^-?\d{1,3}(\.\d{3})+,\d*$/.test(text)) return text.replaceAll('.', '').replace(',', '.');
  if (/^-?\d{1,3}(,\d{3}){2,}$/.test(text)) return text.replaceAll(',', '');
  if (/^-?\d{1,3}(\.\d{3}){2,}$/.test(text)) return text.replaceAll('.', '');
  if (/^-?[1-9]\d{0,2},\d{3}$/.test(text)) return undefined;
  if (/^-?\d*,\d*$/.test(text) && /\d/.test(text)) return text.replace(',', '.');
  return undefined;
}
