/** Development only: support for areas with hot updates, and for built areas. */
if (process.env.NODE_ENV === 'development') {
  recordRenderers();
  // Built areas take it from the shell, which does not use it itself in development.
  void import('react/jsx-runtime');
}

/**
 * The hot-update stub of React's developer tools does not record renderers. So an area's hot updates, which
 * load later with their own runtime, would never find the shell's React.
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
