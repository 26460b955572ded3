import type { OptionValues } from '@tollgate/contract/options';
import { type ChatCall, FieldUntold, Untellable } from '../core/chat.ts';
import { parseText } from '../core/parse-text.ts';
import { mapModel, type RouteChannel } from '../services/route-channel.ts';
import { writesText } from './answer-length.ts';
import { findMembers, type Member, spliceMembers } from './body.ts';
import { type Asked, type Dialect, wholeJson } from './dialects/dialect.ts';
import { RelayError } from './errors.ts';
import { assertInsideBase } from './inside-base.ts';
import {
  type HeldLength,
  knownName,
  type LengthLimit,
  limitEdits,
  limitFor,
  replacedLimit,
} from './length-limit.ts';
import { replaceField } from './multipart.ts';
import type { Address, Operation, Provider, Rephrasing, Target } from './providers/provider.ts';
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
  /** The limit of one answer in tokens that the upstream was given because less than its maximum is held. */
  outputCap?: number | undefined;
}

/**
 * `held` says how long the answers may be; without it nobody pays, and nothing is limited.
 *
 * @throws {RelayError | ChannelFieldError} when the channel cannot take this call; `undefined` when its type cannot be served at all.
 */
export function prepare(
  channel: RouteChannel,
  asked: Asked,
  dialect: Dialect,
  options: OptionValues,
  held?: HeldLength,
): Prepared | undefined {
  const provider = providers.get(channel.type);
  const model = mapModel(channel.modelMapping, asked.model);
  if (model === undefined) throw new RelayError(500, 'model_mapped_error');
  const found = provider && operationFor(provider.forModel?.(model) ?? provider, dialect);
  if (!provider || !found) return undefined;
  const operation = shaped(found, channel, dialect);
  const native = operation.native === dialect.id;
  const target: Target = {
    ...toTarget(channel, provider, model, options),
    stream: asked.stream,
    ...(native && { task: asked.task, headers: asked.headers }),
  };
  const { url, headers } = findAddress(operation, target);
  const raw = native && !operation.rephrase && options['global.pass_through_request_enabled'];
  const limit = limitFor(held, asked.model, model);
  const body = raw
    ? passRaw(asked, operation, target, limit)
    : native
      ? passThrough(asked, channel, operation, target, limit)
      : convert(asked, dialect, channel, operation, target, limit);
  return {
    request: {
      url,
      headers: { ...baseHeaders, ...headersOf(asked, operation), ...headers },
      body,
      stream: asked.stream,
      proxy: channel.proxy,
      ...(operation.sound && { sound: true }),
      ...(operation.unframe && { unframe: operation.unframe }),
      ...(operation.isLast && { isLast: operation.isLast }),
    },
    operation,
    upstreamModel: model,
    native: native && operation === found && !retells(channel, operation, dialect),
    hidesUsage: native && !raw && asked.stream && operation.streamUsage && !asked.includeUsage,
    target,
    ...(limit?.isRequired && { outputCap: limit.tokens }),
  };
}

/** Everything of a channel from which a request to its provider is built. */
export function toTarget(
  channel: RouteChannel,
  provider: Provider,
  model: string,
  options: OptionValues,
): Omit<Target, 'stream'> {
  return {
    baseUrl: channel.baseUrl || provider.defaultBaseUrl,
    key: channel.key(),
    model,
    other: channel.other,
    organization: channel.organization,
    options,
    ...(channel.proxy && { proxy: channel.proxy }),
  };
}

/** Where a request goes. @throws {ChannelFieldError} for an address that leads away from the channel's own */
export function findAddress(operation: Operation, target: Target): Address {
  const address = operation.address(target);
  assertInsideBase(address.url, target.baseUrl);
  return address;
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

/** The caller's bytes, but for a limit that must be there. */
function passRaw(asked: Asked, { native }: Operation, { model }: Target, limit?: LengthLimit): Buffer {
  if (!limit?.isRequired) return asked.body;
  return spliceMembers(
    asked.body,
    asked.members,
    toEdits(limitEdits(native, wholeJson(asked), knownName(asked.model, model), limit)),
  );
}

/** The caller's bytes with the few fields changed that must be. */
function passThrough(
  caller: Asked,
  channel: RouteChannel,
  operation: Operation,
  target: Target,
  limit: LengthLimit | undefined,
): Buffer | string {
  const added = limit?.isRequired
    ? limitEdits(operation.native, wholeJson(caller), knownName(caller.model, target.model), limit)
    : [];
  const asked = added.length > 0 ? withMembers(caller, added) : caller;
  const renamed = target.model !== asked.model && !operation.modelInAddress;
  if (operation.rephrase) return rephrase(operation.rephrase, asked, target);
  if (asked.contentType)
    return renamed ? replaceField(asked.body, asked.contentType, 'model', target.model) : asked.body;
  const edits = toEdits(added);
  if (renamed) edits.set('model', JSON.stringify(target.model));
  for (const [field, value] of toEdits(operation.edits?.(editable(asked, operation), target)))
    edits.set(field, value);
  const member = asked.members.find(({ key }) => key === 'stream_options');
  if (asked.stream && operation.streamUsage && !asked.includeUsage)
    edits.set('stream_options', withUsage(asked.body, member));
  if (!operation.streamUsage && member) edits.set('stream_options', null);
  const override = overrides(channel, operation);
  if (override.size > 0) {
    if (added.length > 0)
      for (const field of replacedLimit(operation.native, override)) edits.set(field, null);
    for (const [field, value] of toEdits(override)) edits.set(field, value);
    const sent = { ...wholeJson(asked), ...fromEdits(edits) };
    if (limit)
      for (const [field, value] of toEdits(limitEdits(operation.native, sent, target.model, limit)))
        edits.set(field, value);
  }
  return spliceMembers(asked.body, asked.members, edits);
}

function withMembers(asked: Asked, members: Iterable<readonly [string, unknown]>): Asked {
  const json = { ...wholeJson(asked), ...Object.fromEntries(members) };
  return { ...asked, json, readWhole: () => json };
}

/** Members as JSON texts; `null` takes one out. */
function toEdits(fields: Iterable<readonly [string, unknown]> = []): Map<string, string | null> {
  const edits = new Map<string, string | null>();
  for (const [field, value] of fields) edits.set(field, value === undefined ? null : JSON.stringify(value));
  return edits;
}

function fromEdits(edits: ReadonlyMap<string, string | null>): Record<string, unknown> {
  return Object.fromEntries(
    [...edits].map(([field, text]) => [field, text === null ? undefined : (parseText(text) as unknown)]),
  );
}

/** Chats change plain fields only, which no outline cuts; embeddings may be wrapped whole. */
function editable(asked: Asked, { native }: Operation): Asked['json'] {
  return native === 'openai-chat' ? asked.json : wholeJson(asked);
}

/** @throws {RelayError} 400 that names the field which this provider cannot be told */
function rephrase({ request }: Rephrasing, asked: Asked, target: Target): Buffer | string {
  try {
    const body = request(asked.form ?? wholeJson(asked), target, asked.file);
    return Buffer.isBuffer(body) ? body : JSON.stringify(body);
  } catch (error) {
    if (!(error instanceof FieldUntold)) throw error;
    throw new RelayError(400, 'field_unsupported', { field: error.field }, { cause: error });
  }
}

/** Channels set fields of chats: a vector has no temperature. */
function overrides({ paramOverride }: RouteChannel, { native }: Operation): ReadonlyMap<string, unknown> {
  return writesText(native) ? paramOverride : noOverride;
}

const noOverride: ReadonlyMap<string, unknown> = new Map();

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
  limit: LengthLimit | undefined,
): string {
  const { retell } = dialect;
  if (!retell || !operation.convert) throw new Error('there is no way to tell this');
  const whole = { ...asked, json: wholeJson(asked) };
  const call = limitCall({ ...retell.toCall(whole), model: target.model }, operation, limit);
  try {
    const encoded = operation.convert.encode(call, target) as Record<string, unknown>;
    const replaced = limit?.isRequired ? replacedLimit(operation.native, channel.paramOverride) : [];
    for (const field of replaced) delete encoded[field];
    const body = { ...encoded, ...Object.fromEntries(channel.paramOverride) };
    const edits = limit ? limitEdits(operation.native, body, target.model, limit) : [];
    return JSON.stringify(edits.length > 0 ? { ...body, ...Object.fromEntries(edits) } : body);
  } catch (error) {
    if (!(error instanceof Untellable)) throw error;
    throw new RelayError(400, 'field_unsupported', { field: retell.fields[error.what] }, { cause: error });
  }
}

/** Every vendor puts the limit of the call where it belongs. Anthropic has a default, and only a lower limit replaces it. */
function limitCall(call: ChatCall, { native }: Operation, limit: LengthLimit | undefined): ChatCall {
  if (!limit?.isRequired || native === 'anthropic-messages') return call;
  return { ...call, maxTokens: Math.min(call.maxTokens ?? limit.tokens, limit.tokens) };
}
