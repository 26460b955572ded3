import type { Updateable } from 'kysely';
import type { TaskTable } from '../../db/schema.ts';
import * as tasks from '../../modules/usage/repository/tasks.ts';
import { keepJson, readId, readNumber, readProgress, readText } from './fields.ts';
import type { TaskPlatform, TaskUpdate } from './task-update.ts';

const states = new Set(['NOT_START', 'SUBMITTED', 'QUEUED', 'IN_PROGRESS', 'SUCCESS', 'FAILURE', 'UNKNOWN']);
const MAX_DATA_BYTES = 1_000_000;

/** Songs and lyrics. */
export const watchedSongs: TaskPlatform = {
  platform: 'suno',
  limitMs: 86_400_000,
  lateReason: '上游任务超时（超过24小时）',
  async load(db, rowIds) {
    const rows = await tasks.listPolled(db, rowIds);
    return rows.map(({ id, task_id, channel_id, submit_time }) => ({
      rowId: id,
      name: task_id,
      channelId: channel_id,
      submittedAt: submit_time * 1000,
    }));
  },
  address: (channel) => ({
    url: `${channel.baseUrl}/suno/fetch`,
    headers: { authorization: `Bearer ${channel.key()}` },
  }),
  read(answer) {
    const { code, data } = (answer ?? {}) as { code?: unknown; data?: unknown };
    if (code !== 'success') throw new Error(`the answer has the code ${readText(code, 50)}`);
    const sent = Array.isArray(data) ? (data as unknown[]) : [];
    const items = sent.filter((item): item is ProviderTask => typeof item === 'object' && item !== null);
    return new Map(items.map((item) => [readId(item.task_id), toTaskUpdate(item)]));
  },
  update: tasks.update,
  failed: (fail_reason, at) => ({ status: 'FAILURE', progress: '100%', fail_reason, ...ended(at) }),
  succeeded: (at) => ({ status: 'SUCCESS', progress: '100%', ...ended(at) }),
  refundText: (id, amount) => `异步任务执行失败 ${id}，补偿 ${amount}`,
};

type ProviderTask = Record<string, unknown>;

function ended(at: number) {
  const seconds = Math.floor(at / 1000);
  return { finish_time: seconds, updated_at: seconds };
}

function toTaskUpdate(sent: ProviderTask): TaskUpdate {
  const status = readText(sent.status, 20).toUpperCase();
  const reason = readText(sent.fail_reason, 1000);
  const failed = status === 'FAILURE' || (reason !== '' && status !== 'SUCCESS');
  const state = status === 'SUCCESS' ? 'succeeded' : failed ? 'failed' : 'working';
  return { state, reason: reason || '上游任务失败', changes: toChanges(sent, status) };
}

/** Keeps columns that the provider does not report. */
function toChanges(sent: ProviderTask, status: string): Updateable<TaskTable> {
  const changes: Updateable<TaskTable> = {
    status: states.has(status) ? status : undefined,
    progress: status === 'SUCCESS' ? '100%' : readProgress(sent.progress),
    start_time: readNumber(sent.start_time) || undefined,
    finish_time: readNumber(sent.finish_time) || undefined,
    data: keepJson(sent.data, MAX_DATA_BYTES),
  };
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}
