export { aboutCode } from './about-code.ts';
export { abridge, isAbridged } from './abridge.ts';
export { createBreaker } from './breaker.ts';
export {
  type BuildCandidate,
  type BuildTools,
  type BuildWeights,
  findBuildFaults,
  weighBuild,
} from './build-checks.ts';
export { type Candidate, type CandidateSource, listCandidates } from './candidates.ts';
export { findIncompatibility, type HostFacts } from './compat.ts';
export { findCssReach } from './css-reach.ts';
export {
  AreaUnavailable,
  ContractFailure,
  classifyFailure,
  type FailureClass,
  isChunkError,
  type LoadFailure,
  lostFileOf,
  requestOf,
  TimeLimitExceeded,
} from './failure.ts';
export {
  COUNTED_OF_ONE,
  type HealthVerdict,
  judgeCanary,
  middleOf,
  percentileOf,
  stepOf,
  summarizeHealth,
  summarizeReach,
} from './health.ts';
export {
  canBecomeLastKnownGood,
  isUsable,
  type LastKnownGood,
  makeLastKnownGood,
  PROBATION_MS,
} from './last-known-good.ts';
export { findLooseEnds, findLosses, findOwnFaults, joinAreas, type Neighbour } from './loose-ends.ts';
export { placeAtMirror, withMirror } from './mirrors.ts';
export { type AreaLoad, openArea, reduceLoad } from './open-area.ts';
export { buildAt, DEVELOPED, withOverrides } from './overrides.ts';
export { pruneArea } from './prune-registry.ts';
export { makeRegistry } from './registry.ts';
export {
  type Audience,
  type Canary,
  isInAudience,
  noRollout,
  type Rollout,
  resolveArea,
  type Viewer,
  visitor,
} from './resolve.ts';
export { findRetired } from './retired.ts';
export {
  describeClashes,
  findAreaRoute,
  findClash,
  GATEWAY_SEGMENTS,
  listMounts,
  matchesPattern,
  type RouteOwner,
  SHELL_SEGMENTS,
} from './routes.ts';
export { isPrivateMap, servedType } from './served-types.ts';
export { bucketOf } from './sticky.ts';
export type { FederationEvent } from './telemetry.ts';
