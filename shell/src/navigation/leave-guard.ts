let isBlocked = false;

/** While on, closing the page and following links of the console ask for confirmation. */
export function blockLeave(on: boolean): void {
  isBlocked = on;
}

/** Confirms before links and before closing the page while something is unsaved. Returns a stop function. */
export function startLeaveGuard(ask: () => Promise<boolean>): () => void {
  document.addEventListener('click', onClick, { capture: true });
  window.addEventListener('beforeunload', onUnload);
  return () => {
    document.removeEventListener('click', onClick, { capture: true });
    window.removeEventListener('beforeunload', onUnload);
  };

  async function onClick(event: MouseEvent): Promise<void> {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
    if (!isBlocked || !link || link.target === '_blank' || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    if (!(await ask())) return;
    isBlocked = false;
    link.click();
  }

  function onUnload(event: BeforeUnloadEvent): void {
    if (isBlocked) event.preventDefault();
  }
}
