import { clearOverlays, strayElements } from './clear-overlays.ts';

let earlier = 'Something';

/**
 * Call it before each test, with its name. Elements that a test adds after its end break later tests now and
 * then, and are hard to trace. @throws with the name of the previous test.
 */
export function refuseLeftovers(name: string): void {
  const culprit = earlier;
  earlier = name;
  const left = strayElements().map(({ outerHTML }) => outerHTML.slice(0, 200));
  if (left.length === 0) return;
  clearOverlays();
  throw new Error(`“${culprit}” was over when it brought this into the page:\n${left.join('\n')}`);
}
