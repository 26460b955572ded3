import { Message, Modal } from '../feedback/overlays.ts';

let place: HTMLElement | undefined;

/** Closes toasts and confirmations, which are outside the tree that a test unmounts. Call it after each test. */
export function clearOverlays(): void {
  Modal.destroyAll();
  document.body.replaceChildren();
  // Arco keeps drawing toasts in the first container; a new container makes it forget the removed one.
  const next = document.body.appendChild(document.createElement('div'));
  Message.config({ getContainer: () => next });
  place = next;
}

/** Elements of the page next to the toast container. */
export function strayElements(): Element[] {
  return [...document.body.children].filter((element) => element !== place);
}
