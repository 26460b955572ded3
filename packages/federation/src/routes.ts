import type { ResolvedArea, RouteContribution } from '@tollgate/contract';

/** Returns the area and route of a path. The most specific pattern wins. */
export function findAreaRoute(
  areas: readonly ResolvedArea[],
  pathname: string,
): { area: ResolvedArea; route: RouteContribution } | undefined {
  return areas
    .flatMap((area) => area.contributes.routes.map((route) => ({ area, route })))
    .filter(({ route }) => matchesPattern(route.path, pathname))
    .sort((a, b) => exactness(b.route.path) - exactness(a.route.path))[0];
}

/** Matches patterns of the router: `/channel/edit/:id`, `/chat/*`. A final slash of the path is ignored. */
export function matchesPattern(pattern: string, pathname: string): boolean {
  const wanted = segments(pattern);
  const given = segments(pathname);
  const isOpen = wanted.at(-1) === '*';
  if (isOpen ? given.length < wanted.length - 1 : given.length !== wanted.length) return false;
  return wanted.every((part, index) => part === '*' || part.startsWith(':') || part === given[index]);
}

/** Returns the first segments of routes, each once: `/token`, `/topup`. */
export function listMounts(routes: readonly RouteContribution[]): string[] {
  return [...new Set(routes.map(({ path }) => `/${firstSegment(path)}`))];
}

/**
 * Returns a route that an area cannot have. The first segment of an address belongs to the area that has it, so it is
 * literal: `/:anything` would take every free address. `taken`: routes of other areas.
 */
export function findClash(
  taken: readonly string[],
  routes: readonly RouteContribution[],
): string | undefined {
  const held = new Set(taken.map(firstSegment));
  const seen = new Set<string>();
  for (const { path } of routes) {
    if (findReservation(path) || held.has(firstSegment(path)) || seen.has(shape(path))) return path;
    seen.add(shape(path));
  }
  return undefined;
}

/** Routes of an area, with the name that its reader knows it by. */
export interface RouteOwner {
  name: string;
  routes: readonly { path: string }[];
}

/** Returns why an area cannot have each of its routes, such as `/log belongs to the area logs`. */
export function describeClashes(
  routes: readonly { path: string }[],
  others: readonly RouteOwner[],
): string[] {
  return routes.flatMap(({ path }, at) => {
    const reason = findReservation(path) ?? findOwner(path, others);
    if (reason) return [`${path} ${reason}`];
    const isTwice = routes.slice(0, at).some((earlier) => shape(earlier.path) === shape(path));
    return isTwice ? [`${path} is there twice`] : [];
  });
}

function findOwner(path: string, others: readonly RouteOwner[]): string | undefined {
  const first = firstSegment(path);
  const owner = others.find(({ routes }) => routes.some((route) => firstSegment(route.path) === first));
  return owner && `belongs to ${owner.name}`;
}

function findReservation(path: string): string | undefined {
  const first = firstSegment(path);
  if (SHELL_SEGMENTS.has(first)) return 'belongs to the shell';
  if (GATEWAY_SEGMENTS.has(first)) return 'belongs to the gateway';
  return /[:*]/.test(first) ? 'begins with a parameter, but its first part must be a fixed name' : undefined;
}

function firstSegment(path: string): string {
  return segments(path)[0] ?? '';
}

/** `/a/:id` and `/a/:name` are the same to a router. */
function shape(path: string): string {
  return segments(path)
    .map((part) => (part.startsWith(':') ? ':' : part))
    .join('/');
}

/** Cached: every page change needs it many times for the same paths. */
function segments(path: string): readonly string[] {
  const cached = split.get(path);
  if (cached) return cached;
  if (split.size > MANY_PATHS) split.clear();
  const parts = path.split('/').filter(Boolean);
  split.set(path, parts);
  return parts;
}

const MANY_PATHS = 1000;
const split = new Map<string, readonly string[]>();

function exactness(pattern: string): number {
  return segments(pattern).reduce(
    (sum, part) => sum + (part === '*' ? 1 : part.startsWith(':') ? 10 : 100),
    0,
  );
}

/** First segments that areas cannot take: account entry and pages of the shell. */
export const SHELL_SEGMENTS: ReadonlySet<string> = new Set(
  ',login,register,reset,oauth,about,preview'.split(','),
);
/** Files, health checks and the APIs. */
export const GATEWAY_SEGMENTS: ReadonlySet<string> = new Set(
  'assets,api,v1,v1beta,mj,suno,pg,metrics,health,healthz,livez,readyz,models,completions,embeddings'.split(
    ',',
  ),
);
