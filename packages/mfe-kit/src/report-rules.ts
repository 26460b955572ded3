import { findAreaFaults } from './source-faults.ts';
import { readFreshAreaSource } from './workspace.ts';

/**
 * Returns a function that prints what `npm run build` would refuse in the sources of an area, whenever that changes.
 * While an area is developed it runs all the same.
 */
export function createRuleReporter(id: string, print: (text: string) => void): () => Promise<void> {
  let last = '';
  return async () => {
    const text = (await listFaults(id)).join('\n');
    if (text === last) return;
    last = text;
    print(text ? `The build will refuse this:\n${text}` : 'The build refuses nothing of this any more.');
  };
}

/** A manifest that is being written may not be readable at all. */
async function listFaults(id: string): Promise<string[]> {
  try {
    return await findAreaFaults(id, await readFreshAreaSource(id));
  } catch (error) {
    return [`src/area.manifest.ts cannot be read: ${(error as Error).message}`];
  }
}
