import { showStartFailure } from './start-failure.ts';

/**
 * Loads the console and, when files of it were lost on the way, once more. What then still fails is said in the page,
 * in one language of the reader's, without anything that would have to be loaded for it.
 */
export async function startConsole(load: () => Promise<unknown>): Promise<void> {
  try {
    await load().catch(load);
  } catch (error) {
    showStartFailure();
    throw error; // for the browser's console
  }
}
