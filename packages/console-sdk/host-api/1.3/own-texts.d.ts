import type { i18n } from 'i18next';
/** Where the texts of one build are. Titles and menu entries of the area are in `area.<id>`, for the whole page. */
export declare function buildNamespace(areaId: string, buildId: string): string;
/**
 * Returns a view of the page's i18next in which `area.<id>`, as the sources of an area call it, means the texts of
 * one build: another build of the area may be in the same page.
 */
export declare function ownTexts(page: i18n, areaId: string, buildId: string): i18n;
