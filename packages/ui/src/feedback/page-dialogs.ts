const open = new Set<() => void>();

/**
 * Closes a dialog outside the React tree when the user leaves the page that opened it, by Back, by a link or by a
 * logout in another tab. Returns the function that stops this.
 */
export function closeWithPage(close: () => void): () => void {
  open.add(close);
  window.addEventListener('popstate', close);
  return () => {
    open.delete(close);
    window.removeEventListener('popstate', close);
  };
}

/** Tells that the page has changed. Steps back within a page need no word: the browser has an event for them. */
export function closePageDialogs(): void {
  for (const close of [...open]) close();
}
