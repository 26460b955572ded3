import type {
  Drawing,
  listDrawings,
  listOwnDrawings,
  Parsed,
  pageDrawings,
  pageOwnDrawings,
} from '@tollgate/contract';
import type { CallContext, Context } from '../../core/context.ts';
import { callerOf } from '../shared/caller.ts';
import { cursorPage, pageFrom0 } from '../shared/page.ts';
import * as drawings from './repository/drawings.ts';

export async function list(ctx: Context, input: Parsed<typeof listDrawings>) {
  const rows = await drawings.list(ctx.reader, input, pageFrom0(input.p, input.page_size));
  return rows.map((row) => toDrawing(ctx, row));
}

export async function listOwn(ctx: CallContext, input: Parsed<typeof listOwnDrawings>) {
  const window = pageFrom0(input.p, input.page_size);
  const rows = await drawings.list(ctx.reader, { ...input, userId: callerOf(ctx).id }, window);
  return rows.map((row) => toOwnDrawing(ctx, row));
}

export function page(ctx: Context, input: Parsed<typeof pageDrawings>) {
  return cursorPage(ctx.reader, drawings, { filter: input, page: input }, (row) => toDrawing(ctx, row));
}

export function pageOwn(ctx: CallContext, input: Parsed<typeof pageOwnDrawings>) {
  const filter = { ...input, userId: callerOf(ctx).id };
  return cursorPage(ctx.reader, drawings, { filter, page: input }, (row) => toOwnDrawing(ctx, row));
}

/** With `MjForwardUrlEnabled` this gateway serves the pictures, so that users do not see their origin. */
export function toDrawing({ options }: Context, row: drawings.DrawingRow): Drawing {
  const { MjForwardUrlEnabled, ServerAddress } = options.current;
  const image_url =
    row.image_url && MjForwardUrlEnabled
      ? `${ServerAddress.replace(/\/+$/, '')}/mj/image/${encodeURIComponent(row.mj_id)}`
      : row.image_url;
  return {
    ...row,
    image_url: image_url ?? '',
    prompt: row.prompt ?? '',
    prompt_en: row.prompt_en ?? '',
    description: row.description ?? '',
    fail_reason: row.fail_reason ?? '',
    buttons: row.buttons ?? '',
    properties: row.properties ?? '',
  };
}

/** Users may not see which channel drew the picture. */
export function toOwnDrawing(ctx: Context, row: drawings.DrawingRow): Drawing {
  return { ...toDrawing(ctx, row), channel_id: 0 };
}
