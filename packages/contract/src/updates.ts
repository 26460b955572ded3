import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** What the newest release is, beside the version that runs. Versions are shown as they are: `v1.2.3`. */
export const updateCheck = z.object({
  current: z.string(),
  latest: z.string(),
  is_newer: z.boolean(),
  /** Markdown that somebody else wrote; empty when the release has none. */
  notes: z.string(),
  /** Where to read about it: http or https, or empty. */
  link: z.string(),
});
export type UpdateCheck = z.output<typeof updateCheck>;

export const checkForUpdates = endpoint({
  address: 'GET /api/status/update',
  summary: 'Asks the release feed of the option `UpdateFeedUrl` whether there is a newer version.',
  access: 'root',
  input: z.object({}),
  output: updateCheck,
});
