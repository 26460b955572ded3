import type { listOptions, Output, Parsed, saveOption, saveOptions } from '@tollgate/contract';
import {
  isOptionKey,
  type OptionKey,
  type OptionValues,
  options,
  readOptions,
} from '@tollgate/contract/options';
import type { CallContext, Context } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { recordAction } from '../audit/audit-log.ts';
import { textOf, writeBookOption } from '../models/book/book-options.ts';
import { listPrices, lockPrices, type PriceOrigin } from '../models/book/change-book.ts';
import { type BookKey, isBookKey } from '../models/book/price-state.ts';
import { sealedPlace } from '../secrets/sealed-places.ts';
import { nowSeconds } from '../shared/caller.ts';
import { change } from '../shared/change.ts';
import { listPlaces, refuseDeclared } from '../shared/declared.ts';
import { refuseBrokenRules } from './option-rules.ts';
import { openOption } from './option-store.ts';
import { normaliseOption, refuseUnreadable } from './option-texts.ts';
import * as table from './repository/options.ts';

/** Returns every option with its stored text or default; of secrets only whether a readable one exists. */
export async function list(ctx: Context): Promise<Output<typeof listOptions>> {
  const stored = await table.list(ctx.db);
  const prices = await listPrices(ctx.db);
  const textFor = (key: string) =>
    isBookKey(key)
      ? textOf(prices, key, stored.get(key))
      : (stored.get(key) ?? options[key as OptionKey].default);
  const isReadable = (key: string) => Boolean(openOption(ctx.secrets, key, stored.get(key) ?? ''));
  const placeOf = await listPlaces(ctx.db, 'option');
  return Object.entries(options).map(([key, option]) => ({
    key,
    ...(option.secret ? { value: '', configured: isReadable(key) } : { value: textFor(key) }),
    ...placeOf(key),
  }));
}

/** @throws {AppError} as `saveMany` */
export function save(ctx: Context, sent: Parsed<typeof saveOption>): Promise<undefined> {
  return saveMany(ctx, { options: [sent] });
}

/**
 * Saves all or none: checks each alone, then the resulting whole.
 *
 * @throws {AppError} `option_unknown`, `option_invalid` with the reason, `option_needs` with the key to fill
 * first, `option_needed` with the switch to turn off first, `option_changed` when `previous` is not stored any more
 */
export async function saveMany(
  ctx: Context,
  { options: sent }: Parsed<typeof saveOptions>,
): Promise<undefined> {
  const texts = sent.flatMap(({ key, value }) => writtenTexts(toKey(key), value));
  if (texts.length === 0) return undefined;
  const changes = texts.map(([key, value]) => [key, normaliseOption(key, value)] as const);
  for (const [key, text] of changes) refuseUnreadable(key, text);
  refuseBrokenRules(ctx.options.current, withChanges(ctx.options.current, changes));
  await change(ctx, ['options'], async (tx) => {
    for (const { key, previous } of sent) await refuseChanged(tx, toKey(key), previous);
    const [only, ...others] = changes;
    if (only && others.length === 0) await write(tx, ...only);
    else await writeTogether(tx, changes);
  });
  return undefined;
}

/** A field that a page left out is empty, but an empty field of a secret says that it stays: it is never shown. */
function writtenTexts(key: OptionKey, value: string | undefined): (readonly [OptionKey, string])[] {
  return value === undefined && options[key].secret ? [] : [[key, value ?? '']];
}

/** Locks the option, so that it cannot change before the transaction ends. @throws {AppError} `option_changed` */
async function refuseChanged(tx: Context, key: OptionKey, previous: string | undefined): Promise<void> {
  if (previous === undefined || options[key].secret) return;
  if (isBookKey(key)) {
    const prices = await lockPrices(tx.db);
    if (textOf(prices, key, await table.find(tx.db, key)) === previous) return;
    throw new AppError('option_changed', { key });
  }
  if ((await table.lock(tx.db, key, options[key].default)) !== previous)
    throw new AppError('option_changed', { key });
}

/** Restores the defaults of the model ratios. */
export async function resetModelRatio(ctx: CallContext): Promise<undefined> {
  await change(ctx, ['options'], async (tx) => {
    await writeBookOption(tx.db, 'ModelRatio', options.ModelRatio.default, originOf(tx));
    await table.remove(tx.db, 'ModelRatio');
    recordAction(tx, { action: 'option.reset', target: 'option:ModelRatio' });
  });
  return undefined;
}

/** Returns the stored value of an option and locks it. Call inside the transaction that writes it. */
export async function lock<K extends OptionKey>(tx: Context, key: K): Promise<OptionValues[K]> {
  return readOptions(new Map([[key, await table.lock(tx.db, key, options[key].default)]]))[key];
}

/** Writes a checked text; seals secrets. Call inside a transaction. */
export async function write(tx: Context, key: OptionKey, text: string): Promise<void> {
  const { before, after } = await store(tx, key, text);
  recordAction(tx, {
    action: 'option.update',
    target: `option:${key}`,
    before: { [key]: before },
    after: { [key]: after },
  });
}

/** Options saved together are one action in the audit log. */
async function writeTogether(tx: Context, changes: readonly (readonly [OptionKey, string])[]): Promise<void> {
  const before: Record<string, string> = {};
  const after: Record<string, string> = {};
  for (const [key, text] of changes) {
    const stored = await store(tx, key, text);
    before[key] ??= stored.before;
    after[key] = stored.after;
  }
  recordAction(tx, { action: 'option.update', target: 'options', before, after });
}

async function store(tx: Context, key: OptionKey, text: string): Promise<{ before: string; after: string }> {
  await refuseDeclared(tx.db, 'option', [key]);
  if (isBookKey(key)) return storePrices(tx, key, text);
  const sealed = options[key].secret && text !== '';
  const before = (await table.find(tx.db, key)) ?? options[key].default;
  const after = sealed ? tx.secrets.seal(text, sealedPlace.option(key)) : text;
  await table.save(tx.db, key, after);
  return { before, after };
}

/** The text is kept for its form, and for gateways of an earlier version. */
async function storePrices(
  tx: Context,
  key: BookKey,
  after: string,
): Promise<{ before: string; after: string }> {
  const stored = await table.find(tx.db, key);
  const before = textOf(await lockPrices(tx.db), key, stored);
  await writeBookOption(tx.db, key, after, originOf(tx));
  await table.save(tx.db, key, after);
  return { before, after };
}

function originOf(tx: Context & Partial<Pick<CallContext, 'caller'>>): PriceOrigin {
  return { source: 'settings', userId: tx.caller?.id, now: nowSeconds(tx) };
}

function toKey(key: string): OptionKey {
  if (!isOptionKey(key)) throw new AppError('option_unknown', { key });
  return key;
}

function withChanges(
  current: OptionValues,
  changes: readonly (readonly [OptionKey, string])[],
): OptionValues {
  const values = changes.map(([key, text]) => [key, options[key].parse(text)]);
  return { ...current, ...Object.fromEntries(values) };
}
