import type { SettingsSection } from './describe.ts';
import { modelSections } from './model-sections.ts';
import { groupSections, operationSections, pricingSection } from './operation-sections.ts';
import { otherSections } from './other-sections.ts';
import { rateLimitSections } from './rate-limit-sections.ts';
import { systemSections } from './system-sections.ts';

/** Every section of every tab. */
export const everySection: readonly SettingsSection[] = [
  ...operationSections,
  pricingSection,
  ...groupSections,
  ...rateLimitSections,
  ...modelSections,
  ...systemSections,
  ...otherSections,
];

/** The field name of an option by its key. */
export const fieldNames: ReadonlyMap<string, string> = new Map(
  everySection.flatMap(({ fields }) => fields.map(({ key, name }) => [key, name] as const)),
);
