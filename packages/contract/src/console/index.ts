export * from './host-api.ts';
export {
  type AreaManifest,
  type AreaSource,
  type AssetRef,
  areaId,
  areaManifest,
  type BuildFile,
  buildId,
  type Contributions,
  type FeatureFlag,
  type Language,
  type NavContribution,
  type NavSection,
  type RouteAccess,
  type RouteContribution,
  type RouteLayout,
} from './manifest.ts';
export * from './registry.ts';
export * from './telemetry.ts';
