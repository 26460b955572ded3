import { clearOverlays, strayElements } from './clear-overlays.ts';

let earlier = 'Something';

/**
 * Call it before each test, with its name. What a test brings into the page after its end is met by one that knows nothing
 * of it, now and then, and is searched for there. @throws with the name of the test before.
 */
export function refuseLeftovers(name: string): void {
  const culprit = earlier;
  earlier = name;
  const left = strayElements().map(({ outerHTML }) => outerHTML.slice(0, 200));
  if (left.length === 0) return;
  clearOverlays();
  throw new Error(`“${culprit}” was over when it brought this into the page:\n${left.join('\n')}`);
}
