import type { OptionValues } from '@tollgate/contract/options';
import type { Routes } from '../../modules/channels/routing/routing.ts';
import type { DialectCall } from '../call.ts';
import type { RelayRequest } from '../dialects/dialect.ts';
import { RelayError } from '../errors.ts';
import { editMembers } from '../request/body.ts';
import { shownName } from '../routes/shown-name.ts';
import { assertOffered, checkModel, isOffered, mayUse } from '../steps/authorize.ts';

/**
 * Returns the models to try for a call, in order: those of the request, else the requested one and those of
 * its group. Leaves out models that the key may not use.
 *
 * @throws {RelayError} 403 when the key may use none, or not the only one that was requested
 */
export function modelsFor(
  { GroupFallbackModels }: OptionValues,
  { caller, group, relayRequest, dialect }: Omit<DialectCall, 'exchange'>,
): readonly string[] {
  const { model, models, members } = relayRequest;
  const isAllowed = (name: string) => mayUse(caller, name);
  if (models) {
    const allowed = models.filter(isAllowed);
    if (allowed.length === 0) checkModel(caller, model);
    return allowed;
  }
  checkModel(caller, model);
  const list = Object.hasOwn(GroupFallbackModels, group) ? GroupFallbackModels[group] : undefined;
  // A path that names its model has one, and only chats can be answered by any model.
  const isChat = dialect.translator !== undefined && members.some(({ key }) => key === 'model');
  if (!list || !isChat || caller.channelId !== undefined) return [model];
  return [...new Set([model, ...list.filter(isAllowed)])];
}

/**
 * Returns the call at each of these models that any channel lists.
 *
 * @throws {RelayError} 404 when none is listed
 */
export function callsAt(
  routes: Routes,
  call: DialectCall,
  models: readonly string[],
): readonly [DialectCall, ...DialectCall[]] {
  const isOnly = models.length === 1 && !call.relayRequest.models;
  if (isOnly) {
    assertOffered(routes, call.caller, call.relayRequest.model);
    return [call];
  }
  const offered = models.filter((model) => isOffered(routes, call.caller, model));
  const [first, ...others] = offered;
  if (first === undefined)
    throw new RelayError(404, 'model_not_found', { model: shownName(call.relayRequest.model) });
  const at = (model: string): DialectCall => {
    const { models: list, model: requested } = call.relayRequest;
    return !list && model === requested ? call : { ...call, relayRequest: naming(call.relayRequest, model) };
  };
  return [at(first), ...others.map(at)];
}

/** The request as if it named this model alone. Its bytes are edited when it is sent. */
function naming(relayRequest: RelayRequest, model: string): RelayRequest {
  const { models: _, ...request } = relayRequest;
  const { readWhole } = relayRequest;
  const named = ({ models: __, ...json }: RelayRequest['json']) => ({ ...json, model });
  return {
    ...request,
    model,
    json: named(relayRequest.json),
    ...(readWhole && { readWhole: () => named(readWhole()) }),
  };
}

/** Writes the model of the request into its bytes, unless it is the requested one, and takes a list of models out. */
export function withOneModel(relayRequest: RelayRequest, requested: string): RelayRequest {
  const { body, members, model } = relayRequest;
  if (model === requested && !members.some(({ key }) => key === 'models')) return relayRequest;
  const edits = new Map([
    ['model', JSON.stringify(model)],
    ['models', null],
  ]);
  return { ...relayRequest, ...editMembers(body, members, edits) };
}
