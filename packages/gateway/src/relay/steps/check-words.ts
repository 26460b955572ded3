import type { OptionValues } from '@tollgate/contract/options';
import { type Asked, wholeJson } from '../dialects/dialect.ts';
import { RelayError } from '../errors.ts';
import { survey } from '../prompt.ts';
import { promptWords } from '../words.ts';

/** Refuses prompts that contain a word of the list, whatever its case. @throws {RelayError} 400 */
export function checkWords(options: OptionValues, asked: Pick<Asked, 'json' | 'readWhole'>): void {
  const words = promptWords(options);
  if (words?.occursIn(survey(wholeJson(asked)).texts.join('\n')))
    throw new RelayError(400, 'sensitive_words');
}
