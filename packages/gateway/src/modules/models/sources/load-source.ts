import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Parsed, reviewPrices } from '@tollgate/contract';
import { priceLists } from '@tollgate/contract/options';
import type { Context } from '../../../core/context.ts';
import { AppError } from '../../../core/errors.ts';
import { NOTHING } from '../book/listed-price.ts';
import { readSource, type SourceModel, type SourceModels } from './read-source.ts';

type Source = Parsed<typeof reviewPrices>['sources'][number];

/** A source that was read. */
export interface LoadedSource {
  /** Its name in the book: `shipped`, the host of an address, or the name of a file. */
  readonly name: string;
  /** The day of its figures. */
  readonly date: string;
  readonly models: SourceModels;
}

/** @throws {AppError} `price_source_failed` when the address does not answer, `price_source_unreadable` */
export async function loadSource(ctx: Context, source: Source): Promise<LoadedSource> {
  const today = new Date(ctx.now()).toISOString().slice(0, 10);
  if (source.kind === 'shipped') return { name: 'shipped', date: shippedDate(), models: shippedModels() };
  const name = source.kind === 'url' ? hostOf(source.url) : source.name || 'upload';
  const json = source.kind === 'url' ? await fetchJson(ctx, source.url) : parse(await readUpload(source));
  const models = readSource(json);
  if (!models) throw new AppError('price_source_unreadable', { name });
  return { name, date: today, models };
}

async function fetchJson(ctx: Context, url: string): Promise<unknown> {
  try {
    const { status, json } = await ctx.outbound.request('prices', url, {
      headers: { accept: 'application/json', 'user-agent': 'tollgate' },
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
    });
    if (status !== 200) throw new Error(`The source answered with status ${status}.`);
    return json;
  } catch (cause) {
    ctx.log.warn({ err: cause }, 'A source of prices could not be read');
    throw new AppError('price_source_failed', { name: hostOf(url) }, { cause });
  }
}

/** Returns an empty text for anything that is not compressed, or too large. */
async function readUpload(upload: Extract<Source, { kind: 'upload' }>): Promise<string> {
  if ('text' in upload) return upload.text;
  const bytes = Buffer.from(upload.gzip, 'base64');
  const file = await inflate(bytes, { maxOutputLength: MAX_BYTES }).catch(() => Buffer.of());
  return file.toString();
}

const inflate = promisify(gunzip);

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host.slice(0, 100) || 'url' : 'url';
}

function shippedModels(): SourceModels {
  return new Map(
    priceLists.flatMap(({ asOf, rows }) =>
      rows.map(([model, input, output, cached]): [string, SourceModel] => {
        const price = { ...NOTHING, input, output, cache_read: cached ?? null };
        return [model, { price, facts: {}, ...(!isDay(asOf) && { date: '' }) }];
      }),
    ),
  );
}

function shippedDate(): string {
  return (
    priceLists
      .map(({ asOf }) => asOf)
      .filter(isDay)
      .sort()
      .at(-1) ?? ''
  );
}

/** Older lists have only the month, or the year. */
function isDay(asOf: string): boolean {
  return asOf.length === 10;
}

const TIMEOUT_MS = 20_000;
/** LiteLLM's map has 4 MB. */
const MAX_BYTES = 10_000_000;
