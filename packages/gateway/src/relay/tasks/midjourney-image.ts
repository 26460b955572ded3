import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { Dispatcher } from 'undici';
import * as channels from '../../modules/channels/repository/relay-channels.ts';
import { toRouteChannel } from '../../modules/channels/routing/route-channel.ts';
import { type DrawingRow, findShown } from '../../modules/usage/repository/drawings.ts';
import type { Purpose } from '../../net/outbound.ts';
import type { RelayContext } from '../context.ts';
import type { Exchange } from '../exchange.ts';
import { readId } from './fields.ts';

const MAX_BYTES = 64 * 1024 * 1024;
const SILENCE_MS = 30_000;
/** Never HTML, or SVG with scripts. */
const PICTURE = /^image\/(?:png|jpeg|jpg|webp|gif|avif)$/;

/**
 * Sends the picture of a drawing to any caller with its id. Fetches only URLs from a provider, sends only
 * pictures, and lets none run as a page of this origin.
 */
export async function sendImage(ctx: RelayContext, exchange: Exchange, id: string): Promise<void> {
  const { response } = exchange;
  const name = readId(id);
  const row = name === '' ? undefined : await findShown(ctx.db, name);
  if (!row?.image_url) return refuse(response, 400, 'midjourney_task_not_found');
  const url = row.image_url;
  const way = await wayTo(ctx, row);
  const sent = await pipe(ctx, way, url, response).catch((err) => {
    ctx.log.warn({ err, drawing: row.id }, 'a picture could not be fetched');
    return false;
  });
  if (sent) return;
  if (response.headersSent) response.destroy();
  else refuse(response, 500, 'http_get_image_failed');
}

interface Way {
  readonly purpose: Purpose;
  readonly proxy: string;
}

/**
 * Chooses how to fetch a picture. Pictures at the provider itself use the channel's proxy. The provider
 * chooses all other URLs: the gateway fetches them directly, and only from the public Internet. A proxy would
 * resolve their names without that check.
 */
async function wayTo({ db, secrets }: RelayContext, { channel_id, image_url }: DrawingRow): Promise<Way> {
  const row = await channels.find(db, channel_id);
  const origin = originOf(row?.base_url);
  if (!row || origin === undefined || origin !== originOf(image_url)) return { purpose: 'image', proxy: '' };
  return { purpose: 'channel', proxy: toRouteChannel(row, secrets).proxy };
}

function originOf(url: string | null | undefined): string | undefined {
  return url && URL.canParse(url) ? new URL(url).origin : undefined;
}

function pipe(
  ctx: RelayContext,
  { purpose, proxy }: Way,
  url: string,
  response: ServerResponse,
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const headers = { accept: 'image/*', 'accept-encoding': 'identity' };
    const times = { headersTimeoutMs: SILENCE_MS, idleTimeoutMs: SILENCE_MS };
    ctx.outbound.dispatch(
      purpose,
      url,
      { method: 'GET', headers, proxy, ...times },
      new Pipe(response, ctx.stallMs, resolve, reject),
    );
  });
}

class Pipe implements Dispatcher.DispatchHandler {
  readonly #response: ServerResponse;
  readonly #resolve: (sent: boolean) => void;
  readonly #reject: (error: Error) => void;
  readonly #stallMs: number;
  #size = 0;
  /** Runs until the connection is open, and while the caller reads nothing: both block others. */
  #timer: NodeJS.Timeout | undefined;
  #late: Error | undefined;

  constructor(
    response: ServerResponse,
    stallMs: number,
    resolve: (sent: boolean) => void,
    reject: (error: Error) => void,
  ) {
    this.#response = response;
    this.#stallMs = stallMs;
    this.#timer = setTimeout(() => {
      this.#late = new Error('too many pictures are fetched');
      reject(this.#late);
    }, SILENCE_MS);
    this.#resolve = resolve;
    this.#reject = reject;
  }

  onRequestStart(control: Dispatcher.DispatchController): void {
    clearTimeout(this.#timer);
    if (this.#late) control.abort(this.#late);
    if (this.#response.destroyed) control.abort(new Error('the caller left'));
    this.#response.once('close', () => {
      if (!this.#response.writableFinished) control.abort(new Error('the caller left'));
    });
  }

  onResponseStart(control: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders) {
    const type = (headers['content-type'] ?? 'image/jpeg').split(';', 1)[0]?.trim().toLowerCase() ?? '';
    const isPacked = (headers['content-encoding'] ?? 'identity') !== 'identity';
    const tooLarge = Number(headers['content-length'] ?? 0) > MAX_BYTES;
    if (status !== 200 || !PICTURE.test(type) || isPacked || tooLarge) {
      control.abort(new Error(`no picture: ${status} ${type.slice(0, 50)}`));
      return;
    }
    this.#response.writeHead(200, {
      'content-type': type,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=300',
    });
  }

  onResponseData(control: Dispatcher.DispatchController, bytes: Buffer): void {
    this.#size += bytes.length;
    if (this.#size > MAX_BYTES) {
      control.abort(new Error('the picture is too large'));
      return;
    }
    if (this.#response.write(bytes)) return;
    control.pause();
    this.#timer = setTimeout(() => this.#response.destroy(), this.#stallMs);
    this.#response.once('drain', () => {
      clearTimeout(this.#timer);
      control.resume();
    });
  }

  onResponseEnd(): void {
    clearTimeout(this.#timer);
    this.#response.end();
    this.#resolve(true);
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    clearTimeout(this.#timer);
    this.#reject(error);
  }
}

function refuse(response: ServerResponse, status: number, error: string): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
}
