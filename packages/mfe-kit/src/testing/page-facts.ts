import { callsOf } from '@tollgate/api-client/testing';
import type { Language } from '@tollgate/contract';
import { endpoints } from '@tollgate/contract/endpoints';
import { createI18n } from '@tollgate/i18n';
import type { ResponseState } from './response-state.ts';
import type { ShownPage } from './show-page.tsx';
import { readTexts } from './subject.ts';

export function requireHeading(page: ShownPage, path: string): HTMLElement {
  const heading = page.content().querySelector<HTMLElement>('h1');
  if (!heading?.textContent) throw new Error(`${path} has no heading (h1).`);
  return heading;
}

export function hasCalled(): boolean {
  return endpoints.some((endpoint) => endpoint.address !== 'GET /api/status' && callsOf(endpoint).length > 0);
}

/** Returns the sentences of which one must be on screen. */
export function textsOf(state: ResponseState, language: Language): string[] {
  const { t } = createI18n({ language });
  if (state === 'failed') return [t('busy', { ns: 'errors' })];
  if (state === 'forbidden') return [t('not_allowed', { ns: 'errors' }), t('forbidden.title')];
  if (state === 'gone') return [t('endpoint_not_found', { ns: 'errors' })];
  return [];
}

/** A missing text is shown as its key. */
export function refuseKeys(content: HTMLElement, id: string): void {
  const first = new Set(Object.keys(readTexts(id, 'en')));
  const walker = document.createTreeWalker(content, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent?.trim() ?? '';
    const [, root] = /^([a-z][\w-]*)(?:\.[\w-]+)+$/.exec(text) ?? [];
    if (root && first.has(root)) throw new Error(`The text ${text} is missing.`);
  }
}

export function listenToConsole(): { errors: string[]; stop(): void } {
  const { error } = console;
  const errors: string[] = [];
  console.error = (...words: unknown[]) => {
    const sentence = words.map(String).join(' ');
    if (!KNOWN.test(sentence)) errors.push(sentence.slice(0, 400));
  };
  return {
    errors,
    stop: () => {
      console.error = error;
    },
  };
}

/** Warnings of the test environment and of the component library, not of areas. */
const KNOWN = /The tag <(?:%s|search)>|Accessing element\.ref was removed|findDOMNode|not wrapped in act/;

/** Returns what an area could leave on the page itself. */
export function marksOf(): string[] {
  const { documentElement: root, body, head } = document;
  const attributes = [root, body].flatMap((element) =>
    [...element.attributes].map(({ name, value }) => `<${element.tagName.toLowerCase()} ${name}="${value}">`),
  );
  const styles = [...head.querySelectorAll('style, link')].map((_, at) => `style ${at} in the head`);
  const stored = Object.keys(localStorage).map((key) => `stored value ${key}`);
  return [...attributes, ...styles, ...stored, ...Object.keys(window).map((key) => `window.${key}`)];
}
