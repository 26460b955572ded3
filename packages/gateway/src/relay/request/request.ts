import { findChannelType } from '@tollgate/contract';
import type { OptionValues } from '@tollgate/contract/options';
import { needsSearch, UnsupportedFeatureError, UnsupportedFieldError } from '../../core/chat.ts';
import { mapModel, type RouteChannel } from '../../modules/channels/routing/route-channel.ts';
import { type Dialect, type RelayRequest, wholeJson } from '../dialects/dialect.ts';
import { RelayError } from '../errors.ts';
import { writesText } from '../metering/answer-length.ts';
import type { Address, EndpointAdapter, Operation, Provider, Target } from '../providers/provider.ts';
import { providers } from '../providers/registry.ts';
import {
  documentedName,
  type HeldLength,
  type LengthLimit,
  limitEdits,
  limitFor,
  replacedLimit,
} from '../streaming/length-limit.ts';
import type { UpstreamRequest } from '../upstream/upstream.ts';
import { findMending, isConverted, type Mending, withThoughts } from './answer-format.ts';
import { spliceMembers } from './body.ts';
import { assertInsideBase } from './inside-base.ts';
import { limitCall } from './limit-call.ts';
import { fromEdits, toEdits, withUsage } from './member-edits.ts';
import { replaceField } from './multipart.ts';
import { restate } from './restate.ts';
import { headersOf, withBeta } from './upstream-headers.ts';

/** One call, prepared for one channel. */
export interface Prepared {
  request: UpstreamRequest;
  operation: Operation;
  upstreamModel: string;
  /** The upstream uses the caller's dialect: bytes pass through. */
  native: boolean;
  /** Mends answers that pass through otherwise. */
  mend?: Mending | undefined;
  /** The gateway requested the usage of the stream and the caller did not: the relay removes it. */
  hidesUsage: boolean;
  target: Target;
  /** The answer limit in tokens that the upstream got, because less than its maximum is held. */
  outputCap?: number | undefined;
}

export interface PreferredKey {
  readonly channelId: number;
  matches(key: string): boolean;
}

/** What is called, before a channel is chosen. */
export interface CallOfModel {
  readonly relayRequest: RelayRequest;
  readonly dialect: Dialect;
  /** Chooses among the keys of the channel that made what the call refers to. */
  readonly preferredKey?: PreferredKey | undefined;
  /** Limits the answers; absent when the call has no payer. */
  readonly held?: HeldLength;
}

/**
 * Prepares a call for a channel.
 *
 * @throws {RelayError | ChannelFieldError} when the channel cannot take this call; `undefined` when its type
 * cannot be served at all.
 */
export function prepare(
  channel: RouteChannel,
  { relayRequest, dialect, held, preferredKey }: CallOfModel,
  options: OptionValues,
): Prepared | undefined {
  const provider = providers.get(channel.type);
  const model = mapModel(channel.modelMapping, relayRequest.model);
  if (model === undefined) throw new RelayError(500, 'model_mapped_error');
  const found = provider && operationFor(provider.forModel?.(model) ?? provider, dialect);
  if (!provider || !found) return undefined;
  const operation = withThoughts(found, channel, dialect);
  const native = operation.native === dialect.id;
  // Completed in place: copies of so many fields are dear.
  const target = toTarget(channel, model, options, preferredKey) as Target;
  target.callerModel = relayRequest.model;
  target.stream = relayRequest.stream;
  if (native) {
    target.task = relayRequest.task;
    target.headers = relayRequest.headers;
  }
  const { url, headers } = findAddress(operation, target);
  const raw =
    native && operation.translate.kind !== 'endpoint' && options['global.pass_through_request_enabled'];
  const limit = limitFor(held, relayRequest.model, model);
  const order = { relayRequest, channel, operation, target, limit };
  const body = raw ? passRaw(order) : native ? passThrough(order) : convert(order, dialect);
  return {
    request: {
      url: native ? withBeta(url, relayRequest) : url,
      headers: Object.assign(headersOf(relayRequest, operation, native), headers),
      body,
      stream: relayRequest.stream,
      proxy: channel.proxy,
      transport: operation.transport,
    },
    operation,
    upstreamModel: model,
    native: native && operation === found && !isConverted(channel, operation, dialect),
    mend: native ? findMending(channel, operation, relayRequest) : undefined,
    hidesUsage:
      native && !raw && relayRequest.stream && reportsUsage(operation) && !relayRequest.includeUsage,
    target,
    ...(limit?.isRequired && { outputCap: limit.tokens }),
  };
}

/** Returns the channel's settings from which a request to its provider is built. */
export function toTarget(
  channel: RouteChannel,
  model: string,
  options: OptionValues,
  preferredKey?: PreferredKey,
): Omit<Target, 'stream'> {
  return {
    baseUrl: channel.baseUrl || (findChannelType(channel.type)?.baseUrl ?? ''),
    key: channel.key(preferredKey?.channelId === channel.id ? preferredKey.matches : undefined),
    model,
    other: channel.other,
    organization: channel.organization,
    options,
    cachesPrompts: channel.cachesPrompts,
    ...(channel.proxy && { proxy: channel.proxy }),
  };
}

/** Returns the URL of a request. @throws {ChannelFieldError} for a URL outside the channel's base URL */
export function findAddress(operation: Operation, target: Target): Address {
  const address = operation.address(target);
  assertInsideBase(address.url, target.baseUrl);
  return address;
}

/** Chooses the upstream format: the caller's own dialect first, then those that need conversion. */
function operationFor(
  { chat, others }: Pick<Provider, 'chat' | 'others'>,
  dialect: Dialect,
): Operation | undefined {
  if (chat?.native === dialect.id) return chat;
  const other = others?.find(({ native }) => native === dialect.id);
  const { endpointTranslator: translator } = dialect;
  if (!other && translator) {
    const same = others?.find(({ native }) => native === translator.endpoint);
    return same && restate(same, dialect.id, translator);
  }
  return other ?? (dialect.translator && chat?.translate.kind === 'chat' ? chat : undefined);
}

/** What the body of a request is built from. */
interface BodyOrder {
  readonly relayRequest: RelayRequest;
  readonly channel: RouteChannel;
  readonly operation: Operation;
  readonly target: Target;
  readonly limit: LengthLimit | undefined;
}

/** The caller's bytes, changed only by a required limit. */
function passRaw({ relayRequest, operation, target, limit }: BodyOrder): Buffer {
  if (!limit?.isRequired) return relayRequest.body;
  const name = documentedName(relayRequest.model, target.model);
  const edits = toEdits(limitEdits(operation.native, wholeJson(relayRequest), name, limit));
  return spliceMembers(relayRequest.body, relayRequest.members, edits);
}

/** The caller's bytes with only the required fields changed. */
function passThrough({
  relayRequest: caller,
  channel,
  operation,
  target,
  limit,
}: BodyOrder): Buffer | string {
  const added = limit?.isRequired
    ? limitEdits(operation.native, wholeJson(caller), documentedName(caller.model, target.model), limit)
    : [];
  const relayRequest = added.length > 0 ? withMembers(caller, added) : caller;
  const renamed = target.model !== relayRequest.model && !operation.modelInAddress;
  if (operation.translate.kind === 'endpoint') {
    assertStreams(operation, relayRequest);
    return adapt(operation.translate.adapter, relayRequest, target);
  }
  if (relayRequest.contentType)
    return renamed
      ? replaceField(relayRequest.body, relayRequest.contentType, 'model', target.model)
      : relayRequest.body;
  const edits = toEdits(added);
  if (renamed) edits.set('model', JSON.stringify(target.model));
  for (const [field, value] of toEdits(editsFor(relayRequest, operation, target))) edits.set(field, value);
  const member = relayRequest.members.find(({ key }) => key === 'stream_options');
  if (relayRequest.stream && reportsUsage(operation) && !relayRequest.includeUsage)
    edits.set('stream_options', withUsage(relayRequest.body, member));
  if (!reportsUsage(operation) && member) edits.set('stream_options', null);
  const override = overrides(channel, operation);
  if (override.size > 0) {
    if (added.length > 0)
      for (const field of replacedLimit(operation.native, override)) edits.set(field, null);
    for (const [field, value] of toEdits(override)) edits.set(field, value);
    const sent = { ...wholeJson(relayRequest), ...fromEdits(edits) };
    if (limit)
      for (const [field, value] of toEdits(limitEdits(operation.native, sent, target.model, limit)))
        edits.set(field, value);
  }
  return spliceMembers(relayRequest.body, relayRequest.members, edits);
}

function withMembers(
  relayRequest: RelayRequest,
  members: Iterable<readonly [string, unknown]>,
): RelayRequest {
  const json = { ...wholeJson(relayRequest), ...Object.fromEntries(members) };
  return { ...relayRequest, json, readWhole: () => json };
}

function reportsUsage({ stream }: Operation): boolean {
  return stream?.kind === 'chunks' && stream.reportsUsage;
}

/** Chats change mostly plain fields, which no outline cuts; embeddings may be wrapped whole. */
function editsFor(relayRequest: RelayRequest, { native, edits }: Operation, target: Target) {
  const whole = () => wholeJson(relayRequest);
  return edits?.(native === 'openai-chat' ? relayRequest.json : whole(), target, whole);
}

/**
 * Of the vendors with a format of their own, only those stream whose events are converted.
 *
 * @throws {RelayError} 400 that names the field
 */
function assertStreams({ transport }: Operation, { json, stream }: RelayRequest): void {
  if (!stream || transport.kind === 'framed') return;
  const field = json.stream_format === undefined ? 'stream' : 'stream_format';
  throw new RelayError(400, 'field_unsupported', { field });
}

/** @throws {RelayError} 400 that names a field unsupported by this provider */
function adapt({ request }: EndpointAdapter, relayRequest: RelayRequest, target: Target): Buffer | string {
  try {
    const body = request(relayRequest.form ?? wholeJson(relayRequest), target, relayRequest.file);
    return Buffer.isBuffer(body) ? body : JSON.stringify(body);
  } catch (error) {
    if (!(error instanceof UnsupportedFieldError)) throw error;
    throw new RelayError(400, 'field_unsupported', { field: error.field }, { cause: error });
  }
}

/** Channels override only fields of chats: an embedding has no temperature. */
function overrides({ paramOverride }: RouteChannel, { native }: Operation): ReadonlyMap<string, unknown> {
  return writesText(native) ? paramOverride : noOverride;
}

const noOverride: ReadonlyMap<string, unknown> = new Map();

/** @throws {RelayError} 400 that names a field unsupported by this provider */
function convert(
  { relayRequest, channel, operation, target, limit }: BodyOrder,
  { translator }: Dialect,
): string {
  const { translate } = operation;
  if (!translator || translate.kind !== 'chat') throw new Error('there is no way to tell this');
  const whole = { ...relayRequest, json: wholeJson(relayRequest) };
  const sent = { ...translator.toCall(whole), model: target.model };
  const call = limitCall(sent, relayRequest.model, operation, limit);
  try {
    if (needsSearch(call) && !translate.conversion.searchesWeb)
      throw new UnsupportedFeatureError('web-search');
    const encoded = translate.conversion.encode(call, target) as Record<string, unknown>;
    const replaced = limit?.isRequired ? replacedLimit(operation.native, channel.paramOverride) : [];
    for (const field of replaced) delete encoded[field];
    const body = { ...encoded, ...Object.fromEntries(channel.paramOverride) };
    const edits = limit ? limitEdits(operation.native, body, target.model, limit) : [];
    return JSON.stringify(edits.length > 0 ? { ...body, ...Object.fromEntries(edits) } : body);
  } catch (error) {
    if (!(error instanceof UnsupportedFeatureError)) throw error;
    throw new RelayError(
      400,
      'field_unsupported',
      { field: translator.fields[error.what] },
      { cause: error },
    );
  }
}
