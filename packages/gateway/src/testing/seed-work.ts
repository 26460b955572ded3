import type { Context } from '../core/context.ts';
import * as drawings from '../modules/usage/repository/drawings.ts';
import * as tasks from '../modules/usage/repository/tasks.ts';
import type { SeededUser } from './seed-people.ts';

const MINUTE = 60;

/** Makes drawings of the last days, one every ten minutes, in every state that the log shows. */
export async function seedDrawings(ctx: Context, people: readonly SeededUser[], count: number) {
  const now = Math.floor(ctx.now() / 1000);
  for (let index = count - 1; index >= 0; index--) {
    const status = drawingStates[index % drawingStates.length] as string;
    const isOver = status === 'SUCCESS' || status === 'FAILURE';
    const submit_time = (now - index * 10 * MINUTE) * 1000;
    await drawings.insert(ctx.db, {
      user_id: (people[index % people.length] as SeededUser).id,
      action: actions[index % actions.length] as string,
      mj_id: String(1_700_000_000_000_000 + index),
      code: [1, 21, 22][index % 3] as number,
      prompt: '清晨薄雾中的收费站，水彩',
      prompt_en: 'a toll gate in the morning mist, watercolour --ar 16:9',
      submit_time,
      start_time: submit_time + 1500,
      finish_time: isOver ? submit_time + (20 + (index % 80)) * 1000 : 0,
      image_url: status === 'SUCCESS' ? 'https://pictures.invalid/gate.png' : '',
      status,
      progress: progressOf(status, index),
      fail_reason: status === 'FAILURE' ? 'The provider refused the prompt.' : '',
      channel_id: 1 + (index % 9),
      quota: 50_000,
    });
  }
}

/** Makes tasks of today, one every second back from now, in every state that the log shows. */
export async function seedTasks(ctx: Context, people: readonly SeededUser[], count: number) {
  const now = Math.floor(ctx.now() / 1000);
  for (let index = count - 1; index >= 0; index--) {
    const status = taskStates[index % taskStates.length] as string;
    const isOver = status === 'SUCCESS' || status === 'FAILURE';
    const submit_time = now - index;
    await tasks.insert(ctx.db, {
      created_at: submit_time,
      updated_at: submit_time,
      task_id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
      platform: 'suno',
      user_id: (people[index % people.length] as SeededUser).id,
      channel_id: 1 + (index % 9),
      quota: 50_000,
      action: index % 3 === 0 ? 'LYRICS' : 'MUSIC',
      status,
      fail_reason: status === 'FAILURE' ? 'The provider refused the prompt.' : '',
      submit_time,
      start_time: submit_time + 2,
      finish_time: isOver ? submit_time + 20 + (index % 80) : 0,
      progress: progressOf(status, index),
      data: status === 'SUCCESS' ? '[{"title":"Toll gate"}]' : null,
    });
  }
}

function progressOf(status: string, index: number): string {
  if (status === 'SUCCESS') return '100%';
  return status === 'NOT_START' || status === 'SUBMITTED' ? '0%' : `${10 + (index % 80)}%`;
}

const drawingStates = ['SUCCESS', 'IN_PROGRESS', 'FAILURE', 'SUCCESS', 'SUBMITTED', 'MODAL', 'NOT_START'];
const taskStates = ['SUCCESS', 'IN_PROGRESS', 'FAILURE', 'SUCCESS', 'SUBMITTED', 'QUEUED', 'NOT_START'];
const actions = ['IMAGINE', 'UPSCALE', 'VARIATION', 'DESCRIBE', 'BLEND', 'ZOOM'];
