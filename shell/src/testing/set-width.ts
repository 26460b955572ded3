import { onTestFinished } from 'vitest';

/** Sets the window width of a test in pixels until the test ends. */
export function setWidth(width: number): void {
  const page = (window as unknown as { happyDOM: { setViewport(size: { width: number }): void } }).happyDOM;
  const before = window.innerWidth;
  page.setViewport({ width });
  onTestFinished(() => page.setViewport({ width: before }));
}
