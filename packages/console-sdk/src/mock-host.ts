import { type Language, Role, type RouteAccess, type User } from '@tollgate/contract';
import { createBus } from './bus.ts';
import type { AreaReport, Host } from './host.ts';
import { consoleLinks, type LinkTarget } from './links.ts';
import { createStore, type Store } from './readable.ts';
import type { Session } from './session.ts';

/** The viewer of the area in a test, a story or the standalone page. */
export interface MockOptions {
  role?: RouteAccess;
  language?: Language;
  theme?: 'light' | 'dark';
}

/** A host whose session, language and theme a test may change. */
export interface MockHost extends Host {
  readonly session: Store<Session>;
  readonly locale: Store<Language>;
  readonly theme: Store<'light' | 'dark'>;
  /** What the area reported, oldest first. */
  readonly reports: AreaReport[];
}

/** A host that only records. `navigate` comes from the mock shell, which has the router. */
export function createMockHost(options: MockOptions, navigate: (path: string) => void): MockHost {
  const { role = 'user', language = 'en', theme = 'light' } = options;
  const reports: AreaReport[] = [];
  return {
    version: '0.0.0',
    session: createStore(mockSession(role)),
    theme: createStore(theme),
    locale: createStore(language),
    events: createBus((error) => {
      throw error;
    }),
    reports,
    navigate,
    // The compiler checks names; those of another console have no path here.
    findLink: (link) => knownLinks[link] ?? { path: `/${link.replace('.', '/')}` },
    setTitle: (title) => {
      document.title = title;
    },
    blockLeave: () => {},
    report: (report) => void reports.push(report),
  };
}

const knownLinks: Readonly<Record<string, LinkTarget>> = consoleLinks;

/** Returns a session with this role; signed out for `public`. */
export function mockSession(role: RouteAccess): Session {
  return { user: role === 'public' ? null : mockUser(role) };
}

function mockUser(role: Exclude<RouteAccess, 'public'>): User {
  return {
    id: 1,
    username: role,
    password: '',
    display_name: `Test ${role}`,
    role: Role[role],
    status: 1,
    email: '',
    github_id: '',
    oidc_id: '',
    wechat_id: '',
    telegram_id: '',
    linux_do_id: '',
    verification_code: '',
    access_token: null,
    quota: 5_000_000,
    used_quota: 1_250_000,
    request_count: 42,
    group: 'default',
    aff_code: '',
    aff_count: 0,
    aff_quota: 0,
    aff_history_quota: 0,
    inviter_id: 0,
    DeletedAt: null,
    setting: '',
  };
}
