import type { RouteChannel } from '../../modules/channels/routing/route-channel.ts';
import type { Dialect, RelayRequest } from '../dialects/dialect.ts';
import type { Operation } from '../providers/provider.ts';
import { thoughtsAsText } from '../streaming/thoughts.ts';

/** Moves reasoning into the text, when the channel says so. */
export function withThoughts(
  operation: Operation,
  { thinkingToContent }: RouteChannel,
  { id }: Dialect,
): Operation {
  const { translate } = operation;
  if (!thinkingToContent || id !== 'openai-chat' || translate.kind !== 'chat') return operation;
  return { ...operation, translate: { kind: 'chat', conversion: thoughtsAsText(translate.conversion) } };
}

/** Whether a chat's response is converted although the upstream uses the caller's dialect. */
export function isConverted(
  { forceFormat }: RouteChannel,
  { translate }: Operation,
  { translator, id }: Dialect,
): boolean {
  return (
    forceFormat === true && id === 'openai-chat' && translate.kind === 'chat' && translator !== undefined
  );
}

/** Returns what mends the answers of a vendor for clients of the format that it copies. */
export function findMending(
  { forceFormat }: RouteChannel,
  { mendsAnswers }: Operation,
  { client = '' }: RelayRequest,
): Mending | undefined {
  if (!mendsAnswers || forceFormat === false || mendsAnswers.ownClients.test(client)) return undefined;
  return mendsAnswers.mend;
}

/** Returns a whole answer or a chunk in its documented form; `undefined` when it has that form. */
export type Mending = NonNullable<Operation['mendsAnswers']>['mend'];
