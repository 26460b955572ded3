import type { OptionValues } from '@tollgate/contract/options';
import { type RelayRequest, wholeJson } from '../dialects/dialect.ts';
import { RelayError } from '../errors.ts';
import { collectPromptText } from '../prompt/prompt.ts';
import { promptWords } from '../prompt/words.ts';

/** Refuses prompts that contain a forbidden word, ignoring case. @throws {RelayError} 400 */
export function checkWords(
  options: OptionValues,
  relayRequest: Pick<RelayRequest, 'json' | 'readWhole'> & Partial<Pick<RelayRequest, 'body' | 'form'>>,
): void {
  const words = promptWords(options);
  if (!words) return;
  const { body, form } = relayRequest;
  if (body && !form && !words.mayOccurIn(body)) return;
  const { texts } = collectPromptText(wholeJson(relayRequest));
  if (words.occursIn(texts.length === 1 ? (texts[0] as string) : texts.join('\n')))
    throw new RelayError(400, 'sensitive_words');
}
