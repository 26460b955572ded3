import { decodeAnswer } from './anthropic-answer.ts';
import { withoutOwnCitations } from './anthropic-citations.ts';
import { encodeMessages } from './anthropic-request.ts';
import { createDecoder } from './anthropic-stream.ts';
import { readUsage } from './anthropic-usage.ts';
import type { ClaudeHost } from './claude-models.ts';
import { betaHeader, betasAt } from './hosted-betas.ts';
import type { OperationFacts } from './operation.ts';
import type { Operation, Target } from './provider.ts';

/** Claude at another vendor: the same messages, with the model in the path and the version in the body. */
export function hostedClaude(
  version: string,
  host: Exclude<ClaudeHost, 'anthropic'>,
  { address, auth, transport }: Pick<OperationFacts, 'address' | 'auth' | 'transport'>,
): Operation {
  // Google requires `stream` in the body too.
  const streamField = host === 'vertex';
  const betasOf = ({ headers }: Target) => betasAt(host, headers?.['anthropic-beta']);
  const common = (target: Target): Record<string, unknown> => {
    const betas = betasOf(target);
    return { anthropic_version: version, ...(betas.length > 0 && { anthropic_beta: betas }) };
  };
  return {
    native: 'anthropic-messages',
    address(target) {
      const { url, headers } = address(target);
      // Amazon reads the body alone.
      return { url, headers: host === 'vertex' ? { ...headers, ...betaHeader(betasOf(target)) } : headers };
    },
    auth,
    transport,
    stream: { kind: 'events', createReader: createDecoder },
    modelInAddress: true,
    edits: (body, target) => [
      ...withoutOwnCitations(body),
      ['model', undefined],
      ...(streamField || body.stream === undefined ? [] : [['stream', undefined] as [string, unknown]]),
      ...Object.entries(common(target)),
    ],
    usage: { read: readUsage },
    translate: {
      kind: 'chat',
      conversion: {
        searchesWeb: true,
        encode(call, target) {
          const { model: _, stream, ...body } = encodeMessages(call, target, host) as Record<string, unknown>;
          return { ...common(target), ...body, ...(streamField && stream ? { stream } : {}) };
        },
        decode: decodeAnswer,
        createDecoder,
      },
    },
  };
}
