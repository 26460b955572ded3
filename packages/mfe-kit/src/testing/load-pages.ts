import type { ContractSubject } from './subject.ts';

/** Loads the code of all pages, so that no test waits for it. */
export async function loadPages({ area }: ContractSubject): Promise<void> {
  const loads = area.routes.map(({ element }) => (element as LazyElement | null)?.props?.load?.());
  await Promise.all([...loads, ...Object.values(area.texts).map((load) => load())]);
}

interface LazyElement {
  props?: { load?: () => Promise<unknown> };
}
