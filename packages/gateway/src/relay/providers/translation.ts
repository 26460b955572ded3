import type { Conversion, EndpointAdapter, Json } from './conversion.ts';

/** Calls in another format are never sent here. */
export interface NoTranslation {
  readonly kind: 'none';
}

export interface ChatTranslation {
  readonly kind: 'chat';
  readonly conversion: Conversion;
}

export interface EndpointTranslation {
  readonly kind: 'endpoint';
  readonly adapter: EndpointAdapter;
  /** Counts the requested pictures in a response, if it may have fewer. */
  countImages?(answer: Json): number;
}

export const NO_TRANSLATION: NoTranslation = { kind: 'none' };
