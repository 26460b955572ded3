import type { RelayContext } from '../context.ts';
import { RelayError } from '../errors.ts';
import type { TextTally } from '../metering/tally.ts';
import { answerWords } from '../prompt/words.ts';
import type { Operation } from '../providers/provider.ts';
import { measureWhole } from '../streaming/readers/whole.ts';

type Json = Readonly<Record<string, unknown>>;

/** Returns the error for a stored answer that must not be shown, as for an answer at the time of its call. */
export function findForbidden(
  { options }: Pick<RelayContext, 'options'>,
  json: Json,
  operation: Pick<Operation, 'usage'>,
): RelayError | undefined {
  const words = answerWords(options.current);
  if (!words || !options.current.StopOnSensitiveEnabled) return undefined;
  return words.occursIn(measureWhole(json, operation).tally().text())
    ? new RelayError(400, 'sensitive_words_answer')
    : undefined;
}

/** Searches the text of a stream in passing. Returns what to call behind each piece. */
export function watchForbidden(
  { options }: Pick<RelayContext, 'options'>,
  tally: TextTally,
): () => RelayError | undefined {
  tally.watch = answerWords(options.current)?.watch();
  return () =>
    tally.watch?.found && options.current.StopOnSensitiveEnabled
      ? new RelayError(400, 'sensitive_words_answer')
      : undefined;
}
