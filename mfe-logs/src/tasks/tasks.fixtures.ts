import type { Task } from '@tollgate/contract';

const at = 1_773_480_000; // 2026-03-14 09:20 UTC, a fixed time, so that screenshots stay comparable

export const song: Task = {
  id: 31,
  created_at: at,
  updated_at: at + 48,
  task_id: '6f1f4c8e-3f0b-4a52-9b67-7c1f2f9f1a10',
  platform: 'suno',
  user_id: 7,
  channel_id: 3,
  quota: 50_000,
  action: 'MUSIC',
  status: 'SUCCESS',
  fail_reason: '',
  submit_time: at,
  start_time: at + 2,
  finish_time: at + 48,
  progress: '100%',
  properties: { input: 'a song about a toll gate' },
  data: [{ title: 'Toll gate', audio_url: 'https://cdn.example.com/toll-gate.mp3' }],
};

export const failedLyrics: Task = {
  ...song,
  id: 30,
  task_id: 'b7d5aa01-9c55-4a4f-8f34-0be0a3e0d3aa',
  channel_id: 5,
  action: 'LYRICS',
  status: 'FAILURE',
  fail_reason: 'The provider refused the prompt: it names a living artist, which its terms do not allow.',
  finish_time: at + 95,
  progress: '30%',
  data: null,
};

export const runningSong: Task = {
  ...song,
  id: 29,
  task_id: '0c0fb3e5-77a2-4f8e-8a6c-6a0f3f8f3f21',
  status: 'IN_PROGRESS',
  finish_time: 0,
  progress: '57%',
  data: null,
};

export const waiting: Task = {
  ...runningSong,
  id: 28,
  task_id: '5a0b7b9c-8a55-4b6e-a6ad-2a3a76c2f0cd',
  status: 'SUBMITTED',
  start_time: 0,
  progress: '',
};

/** Every value at its maximum length, and unusual ones. */
export const extremeTask: Task = {
  ...song,
  id: 27,
  task_id: 'task-'.padEnd(190, '7'),
  platform: 'somebody-elses-platform',
  channel_id: 123_456,
  action: 'A_VIDEO_OF_A_SONG',
  status: 'SOMETHING_NEW',
  fail_reason: 'because '.repeat(60),
  finish_time: at + 86_000,
  progress: 'nearly there',
};

export const tasks = [song, failedLyrics, runningSong, waiting];

export function taskPage(items: Task[], total = items.length) {
  return { items, total, page: 1, page_size: 1, next_cursor: null };
}

export function asOwn(task: Task): Task {
  return { ...task, channel_id: 0 };
}
