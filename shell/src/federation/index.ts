export { AreaOutlet } from './area-outlet.tsx';
export { areaNamespace } from './area-texts.ts';
export { createExtensions } from './console-extensions.ts';
export { type ConsoleFederation, createConsoleFederation } from './console-federation.ts';
export { FederationProvider, useFederation, useRegistry } from './federation-provider.tsx';
export { addFederationTexts } from './federation-texts.ts';
export { followRegistry } from './follow-registry.ts';
export { createRegistrySource, readInlinedRegistry } from './registry-source.ts';
export { createAreaReports } from './tell-gateway.ts';
