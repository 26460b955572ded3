import type { Operation } from './operation.ts';

export type { Auth, SignableRequest, TokenExchange } from './auth.ts';
export type { Bytes, Conversion, EndpointAdapter, Json } from './conversion.ts';
export type { ChatDialectId, DialectId, EndpointId } from './dialect-id.ts';
export type { Operation, Transport, UsageReport, VendorFault } from './operation.ts';
export { findItems, findRequestItems } from './reference-items.ts';
export { findReferences, findRequestReferences, isStoredId } from './references.ts';
export type { Address, Target, VendorOptions } from './target.ts';
export type { EndpointTranslation } from './translation.ts';

/** A provider's operations. No channel gets calls for a missing operation. */
export interface Provider {
  readonly chat?: Operation;
  /** Other formats that this vendor accepts unchanged. */
  readonly others?: readonly Operation[];
  /** The operations for this model, where they differ. `model` is the upstream's name. */
  forModel?(model: string): Pick<Provider, 'chat' | 'others'>;
}
