import { inEachLanguage } from '@tollgate/contract';
import { noUsage, quotaOf } from '@tollgate/pricing';
import { parseText } from '../../core/parse-text.ts';
import { findPrice } from '../../modules/models/find-price.ts';
import { findAccount } from '../../modules/tokens/repository/relay-tokens.ts';
import { amountText } from '../../modules/usage/log-texts.ts';
import type { RelayCaller } from '../access/caller.ts';
import type { RelayContext } from '../context.ts';
import type { RawRequest } from '../dialects/dialect.ts';
import { RelayError } from '../errors.ts';
import { emptyBalance } from '../money/money-refusal.ts';
import { assertOffered, checkModel, groupOf } from '../steps/authorize.ts';
import { scanBody } from './body-scan.ts';

/**
 * Refuses a large request that cannot be served before it is parsed: the key may not use the model, no
 * channel lists it, or the balance is empty. Later checks refuse small requests. A request without a model at
 * the usual place is left to its dialect.
 *
 * @throws {RelayError} what the later checks would throw
 */
export async function admitLarge(ctx: RelayContext, caller: RelayCaller, sent: RawRequest): Promise<void> {
  const { scan } = sent;
  if (!scan?.isUtf8 || scan.excess) return;
  const model = modelOf(sent);
  if (!model || hasField(sent, 'models')) return;
  const { owner, keyHint } = caller;
  const options = ctx.options.current;
  const group = groupOf(options, owner);
  checkModel(caller, model);
  // Another model of the group may serve the call.
  if (!Object.hasOwn(options.GroupFallbackModels, group))
    assertOffered(await ctx.routing.routes(), caller, model);

  const price = findPrice(options, model, group, options.SelfUseModeEnabled || owner.acceptsUnset);
  if (!price || quotaOf(price, { ...noUsage, input: 1 }) === 0) return;
  const user = await findAccount(ctx.db, 'user', owner.userId);
  if (user && user.balance <= 0) {
    const shown = inEachLanguage((language) => amountText({ options: ctx.options, language }, user.balance));
    throw emptyBalance(options, shown);
  }
  if (owner.unlimited || owner.tokenId === null) return;
  const token = await findAccount(ctx.db, 'token', owner.tokenId);
  if (token && token.balance <= 0) throw new RelayError(401, 'token_exhausted', { key: keyHint });
}

function hasField({ scan, body }: RawRequest, name: string): boolean {
  return findField({ scan, body }, name) !== undefined;
}

function findField({ scan, body }: Pick<RawRequest, 'scan' | 'body'>, name: string) {
  const key = JSON.stringify(name);
  return scan?.fields.find(({ keyStart, keyEnd }) => body.toString('latin1', keyStart, keyEnd) === key);
}

/** A string of the outermost object; `undefined` when it is absent or longer than any name. */
export function readName({ scan, body }: RawRequest, name: string): string | undefined {
  const field = findField({ scan, body }, name);
  if (!field || field.valueEnd - field.valueStart > MAX_NAME_BYTES) return undefined;
  try {
    const value: unknown = parseText(body.toString('utf8', field.valueStart, field.valueEnd));
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}

const MAX_NAME_BYTES = 2048;

/** Reads the requested model of a body that was refused, also when its text breaks off after it. */
export function findModel(sent: RawRequest): string | undefined {
  const isJson = sent.body[0] === OPENING_BRACE;
  return modelOf(isJson && !sent.scan ? { ...sent, scan: scanBody(sent.body) } : sent);
}

const OPENING_BRACE = 0x7b;

/** Named in the path by clients of Google and the oldest of OpenAI, else in the body. */
function modelOf(sent: RawRequest): string | undefined {
  const [, inAddress] = /\/(?:models|engines)\/([^/?]+?)(?::\w+|\/embeddings)(?:\?|$)/.exec(sent.url) ?? [];
  if (inAddress === undefined) return readName(sent, 'model');
  try {
    return decodeURIComponent(inAddress);
  } catch {
    return undefined;
  }
}
