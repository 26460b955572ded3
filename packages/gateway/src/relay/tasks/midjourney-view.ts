import type { OptionValues } from '@tollgate/contract/options';
import type { DrawingRow } from '../../modules/usage/repository/drawings.ts';
import { readJson } from './fields.ts';

/** Formats a drawing like Midjourney proxies. `home` is this gateway's URL without a trailing slash. */
export function toView(row: DrawingRow, home: string, options: OptionValues) {
  return {
    id: row.mj_id,
    action: row.action,
    customId: '',
    botType: '',
    prompt: row.prompt ?? '',
    promptEn: row.prompt_en ?? '',
    description: row.description ?? '',
    state: row.state,
    submitTime: row.submit_time,
    startTime: row.start_time,
    finishTime: row.finish_time,
    imageUrl: imageUrlOf(row, home, options),
    status: row.status,
    progress: row.progress,
    failReason: row.fail_reason ?? '',
    buttons: readJson(row.buttons) ?? [],
    maskBase64: '',
    properties: readJson(row.properties) ?? { finalPrompt: '', finalZhPrompt: '' },
  };
}

/** The URL through this gateway, with a query that changes with the picture. */
function imageUrlOf(row: DrawingRow, home: string, { MjForwardUrlEnabled }: OptionValues): string {
  const { image_url, mj_id, status, progress } = row;
  if (!image_url || !MjForwardUrlEnabled) return image_url ?? '';
  const url = `${home}/mj/image/${encodeURIComponent(mj_id)}`;
  return status === 'SUCCESS' ? url : `${url}?rand=${encodeURIComponent(progress)}`;
}
