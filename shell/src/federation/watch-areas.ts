import type { i18n } from 'i18next';
import type { AreaNotice } from './area-notice.ts';
import { watchVitals } from './watch-vitals.ts';

/** Watches what areas do in this page: refusals of the content policy, missing texts and web vitals. */
export function watchAreas(page: i18n, report: (notice: AreaNotice) => void): void {
  watchPolicy(report);
  watchTexts(page, report);
  watchVitals(report);
}

const FILE = /\/assets\/areas\/([a-z][a-z0-9-]*)\/([0-9a-f]{10})\/([\w./-]+)$/;

/** The browser names the file that did what the policy refuses: for files of areas, the report goes to their team. */
export function watchPolicy(report: (notice: AreaNotice) => void): () => void {
  const seen = new Set<string>();
  const listen = (event: SecurityPolicyViolationEvent) => {
    const source = FILE.exec(pathOf(event.sourceFile)) ?? FILE.exec(pathOf(event.blockedURI));
    const [, area, buildId, file] = source ?? [];
    if (!area || !buildId || !file) return;
    const blocked = hostOf(event.blockedURI);
    const place = `${file}:${event.lineNumber}:${event.columnNumber}`;
    const key = `${area} ${event.effectiveDirective} ${blocked} ${place}`;
    if (seen.has(key) || place.length > MAX_PLACE) return;
    seen.add(key);
    report({ type: 'area.csp/v1', area, buildId, directive: event.effectiveDirective, blocked, place });
  };
  document.addEventListener('securitypolicyviolation', listen);
  return () => document.removeEventListener('securitypolicyviolation', listen);
}

const MAX_PLACE = 160;

function pathOf(address: string | null): string {
  try {
    return new URL(address ?? '').pathname;
  } catch {
    return '';
  }
}

/** Hosts alone: paths and queries may be personal. `inline`, `eval` and others are words. */
function hostOf(blocked: string): string {
  try {
    return new URL(blocked).host;
  } catch {
    return /^[\w-]{0,60}$/.test(blocked) ? blocked : '';
  }
}

/** Reports each key that a build asks for and that no language has, once. */
export function watchTexts(page: i18n, report: (notice: AreaNotice) => void): void {
  const seen = new Set<string>();
  const { missingKeyHandler: before } = page.options;
  page.options.saveMissing = true;
  page.options.missingKeyHandler = (...given) => {
    const [, namespace, key, fallback] = given;
    if (typeof before === 'function') before(...given);
    const [, area, buildId] = /^area\.([a-z][a-z0-9-]*)\.([0-9a-f]{10})$/.exec(namespace) ?? [];
    // A text for the case that there is none was given with the key: nothing is missing on screen.
    if (!area || !buildId || fallback !== key || !/^[\w.:-]{1,120}$/.test(key)) return;
    const name = `${namespace} ${page.language} ${key}`;
    if (seen.has(name)) return;
    seen.add(name);
    report({ type: 'area.text/v1', area, buildId, key, language: page.language });
  };
}
