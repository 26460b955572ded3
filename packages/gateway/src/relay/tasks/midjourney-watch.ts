import type { Updateable } from 'kysely';
import type { MidjourneyTable } from '../../db/schema.ts';
import * as drawings from '../../modules/usage/repository/drawings.ts';
import { keepJson, readId, readNumber, readProgress, readText } from './fields.ts';
import type { TaskPlatform, TaskUpdate } from './task-update.ts';

const states = new Set(['NOT_START', 'SUBMITTED', 'MODAL', 'IN_PROGRESS', 'FAILURE', 'SUCCESS']);
const MAX_JSON_BYTES = 65_536;

/** Drawings at Midjourney proxies. */
export const watchedDrawings: TaskPlatform = {
  platform: 'mj',
  limitMs: 3_600_000,
  lateReason: '上游任务超时（超过1小时）',
  async load(db, rowIds) {
    const rows = await drawings.listPolled(db, rowIds);
    return rows.map(({ id, mj_id, channel_id, submit_time }) => ({
      rowId: id,
      name: mj_id,
      channelId: channel_id,
      submittedAt: submit_time,
    }));
  },
  address: (channel) => ({
    url: `${channel.baseUrl}/mj/task/list-by-condition`,
    headers: { 'mj-api-secret': channel.key() },
  }),
  read(answer) {
    const sent = Array.isArray(answer) ? (answer as unknown[]) : [];
    const items = sent.filter((item): item is ProviderTask => typeof item === 'object' && item !== null);
    return new Map(items.map((item) => [readId(item.id), toTaskUpdate(item)]));
  },
  update: drawings.update,
  failed: (fail_reason, at) => ({ status: 'FAILURE', progress: '100%', fail_reason, finish_time: at }),
  succeeded: (at) => ({ status: 'SUCCESS', progress: '100%', finish_time: at }),
  refundText: (id, amount) => `构图失败 ${id}，补偿 ${amount}`,
};

type ProviderTask = Record<string, unknown>;

function toTaskUpdate(sent: ProviderTask): TaskUpdate {
  const status = readText(sent.status, 20).toUpperCase();
  const reason = readText(sent.failReason, 1000);
  const done = status === 'SUCCESS';
  const failed = !done && (reason !== '' || status === 'FAILURE' || status === 'CANCEL');
  const state = done ? 'succeeded' : failed ? 'failed' : 'working';
  return { state, reason: reason || '上游任务失败', changes: toChanges(sent, status) };
}

/** Keeps columns that the provider does not report. */
function toChanges(sent: ProviderTask, status: string): Updateable<MidjourneyTable> {
  const progress = status === 'SUCCESS' ? '100%' : readProgress(sent.progress);
  const changes: Updateable<MidjourneyTable> = {
    prompt_en: readText(sent.promptEn, 100_000) || undefined,
    state: readText(sent.state, 191) || undefined,
    start_time: readNumber(sent.startTime) || undefined,
    finish_time: readNumber(sent.finishTime) || undefined,
    image_url: readText(sent.imageUrl, 2000) || undefined,
    progress,
    status: states.has(status) ? status : undefined,
    buttons: keepJson(sent.buttons, MAX_JSON_BYTES),
    properties: keepJson(sent.properties, MAX_JSON_BYTES),
    description: readText(sent.description, 1000) || undefined,
  };
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}
