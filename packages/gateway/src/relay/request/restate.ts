import type { EndpointTranslator } from '../dialects/dialect.ts';
import type { EndpointAdapter, Operation } from '../providers/provider.ts';

type Json = Readonly<Record<string, unknown>>;

const restated = new WeakMap<Operation, Operation>();

/**
 * Returns an endpoint of a vendor in the caller's format: the request goes through the format of OpenAI, which every
 * vendor's endpoint is converted from.
 */
export function restate(
  operation: Operation,
  native: Operation['native'],
  translator: EndpointTranslator,
): Operation {
  const known = restated.get(operation);
  if (known) return known;
  const { edits, translate } = operation;
  const inner = translate.kind === 'endpoint' ? translate.adapter : undefined;
  const adapter: EndpointAdapter = {
    request(sent, target) {
      const body = translator.toRequest(sent, target.model);
      if (inner) return inner.request(body, target);
      return { ...body, ...Object.fromEntries(edits?.(body, target, () => body) ?? []) };
    },
    answer(answer, model, sent, bytes) {
      const body = translator.toRequest(sent, model);
      const result = inner ? (inner.answer(answer, model, body, bytes) as Json) : answer;
      return translator.formatAnswer(result, sent);
    },
  };
  const operationOfCaller = {
    ...operation,
    native,
    edits: undefined,
    translate: { kind: 'endpoint', adapter },
  };
  restated.set(operation, operationOfCaller as Operation);
  return operationOfCaller as Operation;
}
