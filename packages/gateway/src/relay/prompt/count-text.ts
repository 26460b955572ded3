import { countTokens as countCl100k } from 'gpt-tokenizer/encoding/cl100k_base';
import { countTokens as countO200k } from 'gpt-tokenizer/encoding/o200k_base';

/** The tokenizer's time grows with the square of one word's length; no language has words this long. */
const MAX_RUN = 500;
const longRun = new RegExp(`\\S{${MAX_RUN}}`, 'g');
/** Control tokens count as plain text in a prompt. */
const asText = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() };

export function countText(model: string, text: string): number {
  const count = usesCl100k(model) ? countCl100k : countO200k;
  return text
    .replace(longRun, '$&\u0000')
    .split('\u0000')
    .reduce((sum, piece) => sum + count(piece, asText), 0);
}

function usesCl100k(model: string): boolean {
  return /^(gpt-4(?!o|\.)|gpt-3\.5|text-embedding|davinci|babbage)/.test(model);
}
