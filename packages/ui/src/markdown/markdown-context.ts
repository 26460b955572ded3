import { createContext, useContext } from 'react';
import type { MarkdownViewProps } from './types.ts';

type MarkdownOptions = Required<Omit<MarkdownViewProps, 'source'>>;

export const MarkdownContext = createContext<MarkdownOptions>({ headingLevel: 2, images: 'ask' });

export function useMarkdownOptions(): MarkdownOptions {
  return useContext(MarkdownContext);
}

/** Deeper nesting is shown as plain text: rendering it could crash the page. */
export const MAX_DEPTH = 24;
