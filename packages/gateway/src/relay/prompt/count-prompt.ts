import type { RelayContext } from '../context.ts';
import { type RelayRequest, wholeJson } from '../dialects/dialect.ts';
import { collectPromptText, structuralTokens } from './prompt.ts';

/** Counts the tokens of all texts in a request. @throws when the counter fails */
export async function countPrompt(
  { counter }: Pick<RelayContext, 'counter'>,
  relayRequest: RelayRequest,
): Promise<number> {
  const found = collectPromptText(wholeJson(relayRequest));
  return (
    (await counter.count(relayRequest.model, [...found.texts, ...found.names])) + structuralTokens(found)
  );
}
