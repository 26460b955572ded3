import { lazy, type ReactNode, Suspense } from 'react';
import type { SettingsSection } from './describe.ts';
import { GroupLimits } from './group-limits.tsx';
import { LogCleaner } from './log-cleaner.tsx';
import { modelSections } from './model-sections.ts';
import { OidcDiscovery } from './oidc-discovery.tsx';
import { groupSections, operationSections, pricingSection } from './operation-sections.ts';
import { otherSections } from './other-sections.ts';
import { PricesSection } from './prices/prices-section.tsx';
import { rateLimitSections } from './rate-limit-sections.ts';
import { ResetRatios } from './reset-ratios.tsx';
import { SectionsTab } from './sections-tab.tsx';
import { SystemInfo } from './system-info.tsx';
import { systemSections } from './system-sections.ts';

export interface SettingsTab {
  /** Part of the URL as `?tab=`. */
  id: string;
  /** What the index lists. */
  sections?: readonly SettingsSection[];
  content: ReactNode;
}

/** Fetched when it opens: its drawer and dialogs are a page of their own. */
const AreasTab = lazy(async () => ({ default: (await import('../areas/areas-tab.tsx')).AreasTab }));
const operation = [...operationSections, pricingSection, ...groupSections];

/** The settings by subject, in order; the first one opens by default. */
export const tabs: readonly [SettingsTab, ...SettingsTab[]] = [
  {
    id: 'operation',
    sections: operation,
    content: (
      <SectionsTab
        key="operation"
        sections={operation}
        extras={{ logs: LogCleaner, pricing: ResetRatios, groups: GroupLimits }}
        panels={{ pricing: PricesSection }}
      />
    ),
  },
  {
    id: 'ratelimit',
    sections: rateLimitSections,
    content: <SectionsTab key="ratelimit" sections={rateLimitSections} />,
  },
  { id: 'models', sections: modelSections, content: <SectionsTab key="models" sections={modelSections} /> },
  {
    id: 'system',
    sections: systemSections,
    content: <SectionsTab key="system" sections={systemSections} extras={{ oidc: OidcDiscovery }} />,
  },
  {
    id: 'other',
    sections: otherSections,
    content: (
      <SectionsTab key="other" sections={otherSections}>
        <SystemInfo />
      </SectionsTab>
    ),
  },
  {
    id: 'areas',
    content: (
      <Suspense>
        <AreasTab />
      </Suspense>
    ),
  },
];
