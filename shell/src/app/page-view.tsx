import { useReadable } from '@tollgate/console-sdk';
import { Navigate, useLocation } from '@tollgate/ui/router';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { useAreas } from '../areas/areas-context.ts';
import { ForbiddenPage } from '../pages/forbidden-page.tsx';
import { HomePage } from '../pages/home/home-page.tsx';
import { NotFoundPage } from '../pages/not-found-page.tsx';
import { expiredPath } from '../session/expire.ts';
import { hasExpired } from '../session/session.ts';
import { useSession } from '../session/use-session.ts';
import { useStatus } from '../status/status-context.ts';
import { decideAccess } from './decide-access.ts';
import type { Page, ShellPath } from './find-page.ts';
import { noteFirstPage } from './first-page.ts';

/** Renders the page at the address, if this visitor may see it. Only then the code of an area loads. */
export function PageView({ page }: { page: Page }) {
  const areas = useAreas();
  const session = useSession();
  const isExpired = useReadable(hasExpired);
  const { setup } = useStatus();
  const { pathname, search, hash } = useLocation();
  useEffect(() => {
    if (page.kind !== 'area') noteFirstPage();
  }, [page.kind]);

  if (!setup && pathname !== '/setup') return <Navigate to="/setup" replace />;
  if (page.kind === 'retired' && page.to) return <Navigate to={page.to + search + hash} replace />;
  if (page.kind === 'retired') return <NotFoundPage isRetired />;
  if (page.kind === 'missing') return <NotFoundPage />;
  if (page.kind === 'shell') return <Suspense fallback={null}>{shellElements[page.path]}</Suspense>;

  const decision = decideAccess(session, page.route.access);
  if (decision === 'show') return areas.render(page.area);
  if (decision === 'forbidden') return <ForbiddenPage access={page.route.access} />;
  const signIn = isExpired ? expiredPath : '/login';
  return <Navigate to={signIn} replace state={{ from: pathname + search + hash }} />;
}

/** Rarely visited pages are in separate chunks. */
const AboutPage = lazy(async () => ({ default: (await import('../pages/about-page.tsx')).AboutPage }));
const StatusPage = lazy(async () => ({
  default: (await import('../pages/status/status-page.tsx')).StatusPage,
}));
const PreviewPage = lazy(async () => ({
  default: (await import('../pages/preview/preview-page.tsx')).PreviewPage,
}));
const LoginPage = lazy(async () => ({ default: (await import('../pages/login/login-page.tsx')).LoginPage }));
const RegisterPage = lazy(async () => ({
  default: (await import('../pages/register/register-page.tsx')).RegisterPage,
}));
const ResetPage = lazy(async () => ({ default: (await import('../pages/reset/reset-page.tsx')).ResetPage }));
const ResetConfirmPage = lazy(async () => ({
  default: (await import('../pages/reset/reset-confirm-page.tsx')).ResetConfirmPage,
}));
const OauthPage = lazy(async () => ({ default: (await import('../pages/oauth/oauth-page.tsx')).OauthPage }));

const shellElements: Record<ShellPath, ReactNode> = {
  '/': <HomePage />,
  '/about': <AboutPage />,
  '/status': <StatusPage />,
  '/preview': <PreviewPage />,
  '/login': <LoginPage />,
  '/register': <RegisterPage />,
  '/reset': <ResetPage />,
  '/user/reset': <ResetConfirmPage />,
  '/oauth/github': <OauthPage />,
  '/oauth/oidc': <OauthPage />,
  '/oauth/linuxdo': <OauthPage />,
};
