export { hostApi } from '@tollgate/contract';
export {
  type ConsoleLinks,
  consoleLinks,
  type LinkArguments,
  type LinkId,
  type LinkValues,
} from '../../src/links.ts';
export { type AreaContext, type AreaIdentity, createAreaContext } from './area-context.ts';
export { AreaProvider, useArea, useReadable, useSession } from './area-provider.tsx';
export { type Bus, type ConsoleEvents, createBus } from './bus.ts';
export {
  type AreaDefinition,
  type AreaModule,
  type AreaRoute,
  defineArea,
  type TextLoader,
} from './define-area.ts';
export { ExtensionFrame, ExtensionSlot } from './extension-slot.tsx';
export {
  type ExtensionLoader,
  type ExtensionPoint,
  type ExtensionPoints,
  type ExtensionProps,
  type Extensions,
  ExtensionsContext,
  noExtensions,
  type OpenedExtension,
  type PlacedExtension,
} from './extensions.tsx';
export type { AreaReport, Host } from './host.ts';
export type { AreaLocation, IsolatedArea, IsolatedContext } from './isolated-area.ts';
export { isPageAway, LazyPage, loadPageAhead, PageFallback, PageShown } from './lazy-page.tsx';
export { buildNamespace } from './own-texts.ts';
export { createStore, type Readable, type Store } from './readable.ts';
export { reaches, type Session } from './session.ts';
