import type { OptionValues } from '@tollgate/contract/options';
import { FieldUntold, Untellable } from '../core/chat.ts';
import { mapModel, type RouteChannel } from '../services/route-channel.ts';
import { findMembers, type Member, spliceMembers } from './body.ts';
import type { Asked, Dialect } from './dialects/dialect.ts';
import { RelayError } from './errors.ts';
import { replaceField } from './multipart.ts';
import type { Operation, Provider, Rephrasing, Target } from './providers/provider.ts';
import { providers } from './providers/registry.ts';
import { thoughtsAsText } from './thoughts.ts';
import type { UpstreamRequest } from './upstream.ts';

/** One call as one channel will get it. */
export interface Prepared {
  request: UpstreamRequest;
  operation: Operation;
  upstreamModel: string;
  /** The upstream speaks the caller's dialect: bytes pass through. */
  native: boolean;
  /** We asked for the usage of the stream and the caller did not: it is taken out again. */
  hidesUsage: boolean;
  target: Target;
}

/** @throws {RelayError} when the channel cannot take this call; `undefined` when its type cannot be served at all. */
export function prepare(
  channel: RouteChannel,
  asked: Asked,
  dialect: Dialect,
  options: OptionValues,
): Prepared | undefined {
  const provider = providers.get(channel.type);
  const model = mapModel(channel.modelMapping, asked.model);
  if (model === undefined) throw new RelayError(500, 'model_mapped_error');
  const found = provider && operationFor(provider.forModel?.(model) ?? provider, dialect);
  if (!provider || !found) return undefined;
  const operation = shaped(found, channel, dialect);
  const native = operation.native === dialect.id;
  const target: Target = {
    baseUrl: channel.baseUrl || provider.defaultBaseUrl,
    key: channel.key(),
    model,
    other: channel.other,
    organization: channel.organization,
    options,
    stream: asked.stream,
    ...(channel.proxy && { proxy: channel.proxy }),
    ...(native && { task: asked.task, headers: asked.headers }),
  };
  const { url, headers } = operation.address(target);
  const raw = native && !operation.rephrase && options['global.pass_through_request_enabled'];
  const body = raw
    ? asked.body
    : native
      ? passThrough(asked, channel, operation, target)
      : convert(asked, dialect, channel, operation, target);
  return {
    request: {
      url,
      headers: { ...baseHeaders, ...headersOf(asked, operation), ...headers },
      body,
      stream: asked.stream,
      ...(channel.proxy && { proxy: channel.proxy }),
      ...(operation.sound && { sound: true }),
      ...(operation.unframe && { unframe: operation.unframe }),
      ...(operation.isLast && { isLast: operation.isLast }),
    },
    operation,
    upstreamModel: model,
    native: native && operation === found && !retells(channel, operation, dialect),
    hidesUsage: native && !raw && asked.stream && operation.streamUsage && !asked.includeUsage,
    target,
  };
}

/** Among upstreams that can be told otherwise, the one that speaks the caller's own dialect comes first. */
function operationFor(
  { chat, others }: Pick<Provider, 'chat' | 'others'>,
  dialect: Dialect,
): Operation | undefined {
  if (chat?.native === dialect.id) return chat;
  const other = others?.find(({ native }) => native === dialect.id);
  return other ?? (dialect.retell && chat?.convert ? chat : undefined);
}

/** Chats whose answers are told again although the upstream speaks as the caller does. */
function retells({ forceFormat }: RouteChannel, { convert }: Operation, { retell, id }: Dialect): boolean {
  return forceFormat && id === 'openai-chat' && convert !== undefined && retell !== undefined;
}

function shaped(operation: Operation, { thinkingToContent }: RouteChannel, { id }: Dialect): Operation {
  if (!thinkingToContent || id !== 'openai-chat' || !operation.convert) return operation;
  return { ...operation, convert: thoughtsAsText(operation.convert) };
}

const baseHeaders = { 'content-type': 'application/json', 'accept-encoding': 'identity' };

function headersOf(
  { stream, contentType }: Asked,
  { rephrase: isRephrased }: Operation,
): Record<string, string> {
  return {
    accept: contentType ? '*/*' : stream ? 'text/event-stream' : 'application/json',
    ...(contentType && !isRephrased && { 'content-type': contentType }),
  };
}

/** The caller's bytes with the few fields changed that must be. */
function passThrough(
  asked: Asked,
  channel: RouteChannel,
  operation: Operation,
  target: Target,
): Buffer | string {
  const renamed = target.model !== asked.model && !operation.modelInAddress;
  if (operation.rephrase) return rephrase(operation.rephrase, asked, target);
  if (asked.contentType)
    return renamed ? replaceField(asked.body, asked.contentType, 'model', target.model) : asked.body;
  const edits = new Map<string, string | null>();
  if (renamed) edits.set('model', JSON.stringify(target.model));
  for (const [field, value] of operation.edits?.(asked.json, target) ?? [])
    edits.set(field, value === undefined ? null : JSON.stringify(value));
  const member = asked.members.find(({ key }) => key === 'stream_options');
  if (asked.stream && operation.streamUsage && !asked.includeUsage)
    edits.set('stream_options', withUsage(asked.body, member));
  if (!operation.streamUsage && member) edits.set('stream_options', null);
  for (const [field, value] of overrides(channel, operation)) edits.set(field, JSON.stringify(value));
  return spliceMembers(asked.body, asked.members, edits);
}

/** @throws {RelayError} 400 that names the field which this provider cannot be told */
function rephrase({ request }: Rephrasing, { json, form, file }: Asked, target: Target): Buffer | string {
  try {
    const body = request(form ?? json, target, file);
    return Buffer.isBuffer(body) ? body : JSON.stringify(body);
  } catch (error) {
    if (!(error instanceof FieldUntold)) throw error;
    throw new RelayError(400, 'field_unsupported', { field: error.field }, { cause: error });
  }
}

/** Channels set fields of chats: a vector has no temperature. */
function overrides({ paramOverride }: RouteChannel, { native }: Operation): Iterable<[string, unknown]> {
  return writing.has(native) ? paramOverride : [];
}

const writing = new Set<Operation['native']>([
  ...(['openai-chat', 'openai-responses', 'anthropic-messages', 'gemini', 'completions'] as const),
]);

function withUsage(body: Buffer, member: Member | undefined): string {
  const options = member && body.subarray(member.valueStart, member.valueEnd);
  if (options?.[0] !== 0x7b) return '{"include_usage":true}';
  return spliceMembers(options, findMembers(options), new Map([['include_usage', 'true']])).toString();
}

/** @throws {RelayError} 400 that names the field which this provider cannot be told */
function convert(
  asked: Asked,
  dialect: Dialect,
  channel: RouteChannel,
  operation: Operation,
  target: Target,
): string {
  const { retell } = dialect;
  if (!retell || !operation.convert) throw new Error('there is no way to tell this');
  const call = { ...retell.toCall(asked), model: target.model };
  try {
    const body = operation.convert.encode(call, target) as Record<string, unknown>;
    return JSON.stringify({ ...body, ...Object.fromEntries(channel.paramOverride) });
  } catch (error) {
    if (!(error instanceof Untellable)) throw error;
    throw new RelayError(400, 'field_unsupported', { field: retell.fields[error.what] }, { cause: error });
  }
}
