import { channelSection } from './channel-section.ts';
import type { Section } from './item.ts';
import { limitSection } from './limit-section.ts';
import { optionSection } from './option-section.ts';
import { priceSection } from './price-section.ts';

/** In the order in which they are applied: limits name groups of options, and channels. */
export const sections: readonly Section[] = [channelSection, optionSection, priceSection, limitSection];
