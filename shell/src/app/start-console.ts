import { showStartFailure } from './start-failure.ts';

/**
 * Loads the console and, when its files fail to load, retries once. A further failure is shown in the page,
 * in one of the reader's languages, without loading anything else.
 */
export async function startConsole(load: () => Promise<unknown>): Promise<void> {
  try {
    await load().catch(load);
  } catch (error) {
    showStartFailure();
    throw error; // for the browser's console
  }
}
