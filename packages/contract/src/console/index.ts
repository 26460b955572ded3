export * from './host-api.ts';
export {
  type AreaManifest,
  type AreaOwners,
  type AreaSource,
  type AssetRef,
  areaId,
  areaManifest,
  assetRef,
  type BuildFile,
  buildId,
  type Contributions,
  type ExtensionContribution,
  type FeatureFlag,
  type LinkSpec,
  type NavContribution,
  type NavSection,
  type RouteAccess,
  type RouteContribution,
  type RouteLayout,
  type SectionContribution,
} from './manifest.ts';
export * from './nav-icons.ts';
export * from './nav-sections.ts';
export * from './registry.ts';
export * from './scope.ts';
export * from './shell-names.ts';
export * from './telemetry.ts';
