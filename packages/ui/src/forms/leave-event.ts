/** Asks whether unsaved work may be lost. True also when nothing is unsaved any more. */
export type MayLeave = () => boolean | Promise<boolean>;

/** Marks a step through the history that the person has agreed to: `info` of its navigation. */
export const AGREED = 'tollgate:agreed';

/** An event of the window instead of a shared list: areas of other builds may bring their own copy of this file. */
const NAME = 'tollgate:leave';

/**
 * Asks every owner of unsaved work, one after the other, before the page changes. Answers at once when nothing
 * is unsaved. False when the person stays.
 */
export function askToLeave(): boolean | Promise<boolean> {
  const owners: MayLeave[] = [];
  window.dispatchEvent(new CustomEvent<MayLeave[]>(NAME, { detail: owners }));
  return ask(owners, 0);
}

function ask(owners: readonly MayLeave[], from: number): boolean | Promise<boolean> {
  for (const [index, mayLeave] of owners.entries()) {
    if (index < from) continue;
    const answer = mayLeave();
    if (answer === false) return false;
    if (answer !== true) return answer.then((isLeaving) => isLeaving && ask(owners, index + 1));
  }
  return true;
}

/**
 * Registers an owner of unsaved work. Returns the function that removes it. Another way out while `mayLeave` still
 * asks is refused without a second question.
 */
export function ownUnsaved(mayLeave: MayLeave): () => void {
  let isAsking = false;
  const askOnce: MayLeave = () => {
    if (isAsking) return false;
    const answer = mayLeave();
    if (typeof answer === 'boolean') return answer;
    isAsking = true;
    return answer.finally(() => {
      isAsking = false;
    });
  };
  const onLeave = (event: Event) => void (event as CustomEvent<MayLeave[]>).detail.push(askOnce);
  window.addEventListener(NAME, onLeave);
  return () => window.removeEventListener(NAME, onLeave);
}
