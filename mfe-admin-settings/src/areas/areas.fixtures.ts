import type {
  AuditEntry,
  getAreaTrouble,
  listAreaMembers,
  listAudit,
  listPublishers,
  Output,
} from '@tollgate/contract';
import type { ListedArea, ListedBuild } from './areas.data.ts';

const [STABLE, CANARY, OLDER, KILLED] = ['7c773f8fcd', '1b90aa42e0', '0d4411c7ab', 'badc0ffee0'] as const;
export const ids = { STABLE, CANARY, OLDER, KILLED };

export function makeBuild(build_id: string, rest: Partial<ListedBuild> = {}): ListedBuild {
  return {
    build_id,
    version: '0.1.0',
    built_at: '2026-11-20T08:00:00.000Z',
    commit: '3f1c2b7',
    author: 'Ada Lovelace',
    note: '',
    source: 'published',
    published_at: 1_795_000_000,
    publish_key: { id: 1, name: 'ci', state: 'valid' },
    host_api: '^1.1',
    fits: true,
    unfit: '',
    revoked: '',
    health: { loads: 0, failures: 0, crashes: 0, by_class: {}, p50_ms: null, p95_ms: null },
    ...rest,
  };
}

const done = (loads: number, crashes: number, by_class: Record<string, number> = {}) => ({
  loads,
  crashes,
  by_class,
  failures: Object.values(by_class).reduce((sum, count) => sum + count, 0),
  p50_ms: 200,
  p95_ms: 750,
});

const bundled = makeBuild(OLDER, {
  source: 'bundled',
  published_at: 0,
  publish_key: null,
  health: done(120, 0),
});

export function makeArea(id: string, rest: Partial<ListedArea> = {}): ListedArea {
  return {
    id,
    owners: { team: 'Console team', contact: 'console@example.com' },
    everybody: { state: 'on', build_id: OLDER, why: 'stable', reason: '' },
    loose_ends: [],
    stable: '',
    history: [],
    canary: null,
    approval: { needed: false, request: null },
    killed: '',
    retired: null,
    pins: [],
    builds: [bundled],
    trouble: [],
    ...rest,
  };
}

/** A healthy canary, a pin, a switched-off build and an earlier stable one. */
export const busyArea = makeArea('logs', {
  owners: { team: 'Usage and logs', contact: 'logs@example.com' },
  everybody: { state: 'on', build_id: STABLE, why: 'stable', reason: '' },
  stable: STABLE,
  history: [OLDER],
  canary: { build_id: CANARY, percent: 5, roles: [100], users: [7], frozen: '', verdict: 'ok', plan: null },
  pins: [{ user_id: 12, build_id: OLDER, expires_at: 4_000_000_000, reason: 'cannot export' }],
  builds: [
    makeBuild(CANARY, { health: done(83, 0, { network: 1 }) }),
    makeBuild(STABLE, { health: done(12_840, 4, { timeout: 9, http: 2 }) }),
    makeBuild(KILLED, { revoked: 'shows foreign rows' }),
    bundled,
  ],
});

const revokedKey = { id: 2, name: 'ci-2025', state: 'revoked' } as const;

/** The publish key of the stable build, of the canary and of a pinned build was revoked. */
export const untrustedArea: ListedArea = {
  ...busyArea,
  history: [KILLED, OLDER],
  canary: {
    build_id: CANARY,
    percent: 5,
    roles: [],
    users: [],
    frozen: '',
    verdict: 'ok',
    plan: { steps: [5, 25, 100], minutes: 10, next_at: 0 },
  },
  pins: [{ user_id: 12, build_id: KILLED, expires_at: 4_000_000_000, reason: 'cannot export' }],
  builds: [
    makeBuild(CANARY, { publish_key: revokedKey, health: done(83, 0) }),
    makeBuild(STABLE, { publish_key: revokedKey, health: done(12_840, 4) }),
    makeBuild(KILLED, { publish_key: revokedKey }),
    bundled,
  ],
};

export const areas: ListedArea[] = [
  makeArea('admin-settings', {
    canary: {
      build_id: CANARY,
      percent: 1,
      roles: [],
      users: [],
      frozen: '',
      verdict: 'waiting',
      plan: { steps: [1, 5, 25, 50, 100], minutes: 10, next_at: 4_000_000_000 },
    },
    builds: [makeBuild(CANARY, { health: done(12, 0) }), bundled],
  }),
  busyArea,
  makeArea('playground', {
    everybody: { state: 'off', build_id: '', why: 'stable', reason: 'KILLED: leaks' },
    killed: 'leaks',
  }),
  makeArea('user', {
    owners: { team: '', contact: '' },
    loose_ends: ['EXTENSION no area has the point logs.row/v2, there is logs.row/v1'],
    canary: {
      build_id: CANARY,
      percent: 25,
      roles: [],
      users: [],
      frozen: '31.2 % of 64 loads failed',
      verdict: 'frozen',
      plan: null,
    },
    builds: [makeBuild(CANARY, { health: done(44, 0, { evaluation: 20 }) }), bundled],
  }),
];

/** Left the console; its addresses lead elsewhere until its builds are deleted. */
export const retiredArea = makeArea('bills', {
  everybody: { state: 'unreleased', build_id: '', why: 'newest', reason: '' },
  history: [STABLE],
  retired: {
    reason: 'part of the log',
    addresses: [
      { path: '/bills', to: '/logs' },
      { path: '/bills/:id', to: '' },
    ],
    ends_at: 4_000_000_000,
  },
  builds: [makeBuild(STABLE, { health: done(320, 0) })],
});

export function entry(id: number, action: string, after: object, before: object = {}): AuditEntry {
  return {
    id,
    at: 1_795_000_000 + id * 600,
    actor_id: 1,
    actor_name: action === 'area.canary_frozen' ? '' : 'root',
    ip: '127.0.0.1',
    request_id: `r${id}`,
    action,
    target: 'area:logs',
    before: JSON.stringify(before),
    after: JSON.stringify(after),
    hash: 'h',
  };
}

export const trail: Output<typeof listAudit> = {
  items: [
    entry(6, 'area.canary_frozen', { build_id: KILLED, percent: 0, reason: '31.2 % of 64 loads failed' }),
    entry(5, 'area.kill', { build_id: KILLED, reason: 'shows foreign rows' }),
    entry(4, 'area.canary', { canary_percent: 5 }, { canary_percent: 1 }),
    entry(3, 'area.canary', { canary_build: CANARY, canary_percent: 1 }),
    entry(2, 'area.promote', { stable_build: STABLE }),
    entry(1, 'area.publish', { build_id: STABLE }),
  ],
  total: 6,
  page: 1,
  page_size: 20,
  next_cursor: null,
};

export const retiredTrail: typeof trail = {
  ...trail,
  items: [entry(1, 'area.retire', { stable_build: '', reason: 'part of the log' }, { stable_build: STABLE })],
  total: 1,
};

export const noTrail: typeof trail = { ...trail, items: [], total: 0 };

/** Every value at its maximum length. */
export const extremeAreas: ListedArea[] = [
  makeArea('an-area-with-a-name-of-the-longest-kind-that-anybody-would-ever-want', {
    owners: {
      team: `The team that looks after ${'everything and '.repeat(8)}more`,
      contact: 'x'.repeat(120),
    },
    canary: {
      build_id: CANARY,
      percent: 0.01,
      roles: [1, 10, 100],
      users: Array.from({ length: 60 }, (_, index) => 100_000 + index),
      frozen: 'p95 of loads 15000 ms, stable 100 ms',
      verdict: 'frozen',
      plan: null,
    },
    builds: [
      makeBuild(CANARY, {
        version: '10.20.30-a-very-long-name',
        unfit: 'HOST_API: wants ^9.9, the console has 1.1.0',
        fits: false,
        health: done(9_876_543, 123_456, { http: 99_999, network: 88_888, integrity: 77_777, unheard: 1 }),
      }),
    ],
  }),
];

/** A member and a deploy token of the area `logs`. */
export const rights = {
  members: [{ user_id: 12, username: 'ada', rights: ['release', 'watch'] }],
  publishers: {
    keys: [],
    tokens: [
      {
        id: 3,
        area: 'logs',
        name: 'build server',
        rights: ['publish'],
        expires_at: 4_000_000_000,
        created_at: 1_773_400_000,
        used_at: 0,
      },
    ],
  },
} satisfies {
  members: Output<typeof listAreaMembers>;
  publishers: Output<typeof listPublishers>;
};

const HOUR = 1_795_000_000 - (1_795_000_000 % 3600);

/** A day in which a canary crashed. */
export const trouble: Output<typeof getAreaTrouble> = {
  step: 3600,
  points: Array.from({ length: 24 }, (_, hour) => ({
    at: HOUR + hour * 3600,
    build_id: STABLE,
    loads: 300 + 40 * (hour % 7),
    failures: hour % 5 === 0 ? 2 : 0,
    crashes: hour > 18 ? hour - 18 : 0,
    p50_ms: 210,
    p95_ms: 760,
  })),
  faults: [
    {
      build_id: CANARY,
      fingerprint: 'a1',
      kind: 'crash',
      name: 'TypeError',
      detail: "Cannot read properties of undefined (reading 'total')",
      route: '/log',
      stack: ['src/usage-log/usage-stats.tsx:41:18', 'src/usage-log/usage-log-page.tsx:60:7'],
      is_mapped: true,
      count: 21,
      first_at: HOUR + 18 * 3600,
      last_at: HOUR + 23 * 3600,
    },
    {
      build_id: STABLE,
      fingerprint: 'a2',
      kind: 'text',
      name: 'log.type.9',
      detail: 'zh',
      route: '',
      stack: [],
      is_mapped: false,
      count: 3,
      first_at: HOUR,
      last_at: HOUR + 3600,
    },
  ],
  vitals: [
    { build_id: STABLE, name: 'LCP', count: 812, p50: 1180, p75: 1740, p95: 3900 },
    { build_id: STABLE, name: 'INP', count: 640, p50: 72, p75: 216, p95: 540 },
    { build_id: STABLE, name: 'CLS', count: 812, p50: 0.01, p75: 0.03, p95: 0.12 },
  ],
};
