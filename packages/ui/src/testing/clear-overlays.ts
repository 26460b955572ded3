import { Message, Modal } from '../feedback/overlays.ts';

let place: HTMLElement | undefined;

/** Closes toasts and confirmations, which stand outside the tree a test unmounts. Call it after each test. */
export function clearOverlays(): void {
  Modal.destroyAll();
  document.body.replaceChildren();
  // Arco keeps drawing toasts where it drew the first one; a new place makes it forget the one that is gone.
  const next = document.body.appendChild(document.createElement('div'));
  Message.config({ getContainer: () => next });
  place = next;
}

/** What stands in the page beside the place of toasts. */
export function strayElements(): Element[] {
  return [...document.body.children].filter((element) => element !== place);
}
