import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** The newest release and the running version. Versions are shown unchanged: `v1.2.3`. */
export const updateCheck = z.object({
  current: z.string(),
  latest: z.string(),
  is_newer: z.boolean(),
  /** Markdown of the release; empty when it has none. Untrusted. */
  notes: z.string(),
  /** Link to the release: http or https, or empty. */
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
