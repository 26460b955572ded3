/** Replaces the library of this purpose: every browser that we support brings the class itself. */
export default globalThis.ResizeObserver;
