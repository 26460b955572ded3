/** Development only: what the shell must do for areas with hot updates, and for areas as they were built. */
if (process.env.NODE_ENV === 'development') {
  recordRenderers();
  // Built areas take it from the shell, which has no use for it itself as long as it is developed.
  void import('react/jsx-runtime');
}

/**
 * The stand-in for React's developer tools that hot updates bring does not record renderers, so the hot updates of an
 * area, which arrive later and with a runtime of their own, would never find the shell's React.
 */
function recordRenderers(): void {
  const hook = (globalThis as { __REACT_DEVTOOLS_GLOBAL_HOOK__?: DeveloperTools })
    .__REACT_DEVTOOLS_GLOBAL_HOOK__;
  if (!hook?.inject || !hook.renderers) return;
  const { inject, renderers } = hook;
  hook.inject = function injectAndRecord(this: unknown, renderer: unknown) {
    const id = inject.call(this, renderer);
    renderers.set(id, renderer);
    return id;
  };
}

interface DeveloperTools {
  inject?(renderer: unknown): number;
  renderers?: Map<number, unknown>;
}
