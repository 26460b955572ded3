import { watchedDrawings } from '../relay/tasks/midjourney-watch.ts';
import { pollTasks } from '../relay/tasks/poll.ts';
import { watchedSongs } from '../relay/tasks/suno-watch.ts';
import type { Job } from './job.ts';

/** Polls the provider for drawings. One process at a time handles each row. */
export const pollDrawings: Job = {
  name: 'poll-drawings',
  everyMs: 15_000,
  run: (ctx) => pollTasks(ctx, watchedDrawings),
};

/** The same for songs. */
export const pollSongs: Job = {
  name: 'poll-songs',
  everyMs: 15_000,
  run: (ctx) => pollTasks(ctx, watchedSongs),
};
