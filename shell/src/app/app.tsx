import { useReadable } from '@tollgate/console-sdk';
import { closePageDialogs, confirm, QuotaDisplayContext, UiProvider } from '@tollgate/ui/core';
import { NavigationContext, useLocation, useNavigate } from '@tollgate/ui/router';
import { type ReactNode, useContext, useEffect, useLayoutEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type Areas, AreasContext } from '../areas/areas-context.ts';
import { startHoldingSteps } from '../navigation/hold-steps.ts';
import { guardNavigator, startLeaveGuard } from '../navigation/leave-guard.ts';
import { connectNavigator } from '../navigation/navigator.ts';
import { useStatus } from '../status/status-context.ts';
import { StatusGate } from '../status/status-gate.tsx';
import { density } from '../theme/density.ts';
import { theme } from '../theme/theme.ts';
import { ConsoleFrame } from './console-frame.tsx';
import { CrashBoundary } from './crash-boundary.tsx';
import { FailureToasts } from './failure-toasts.tsx';
import '../shell.css';

/** The console, inside a router and i18next. */
export function App({ areas }: { areas: Areas }) {
  const router = useContext(NavigationContext);
  const guarded = useMemo(() => ({ ...router, navigator: guardNavigator(router.navigator) }), [router]);
  return (
    <NavigationContext value={guarded}>
      <Console areas={areas} />
    </NavigationContext>
  );
}

function Console({ areas }: { areas: Areas }) {
  useNavigator();
  useLeaveGuard();
  useClosedDialogs();
  return (
    <UiProvider theme={useReadable(theme)} density={useReadable(density)}>
      <FailureToasts>
        <AreasContext value={areas}>
          <CrashBoundary>
            <StatusGate>
              <WithQuotaDisplay>
                <ConsoleFrame />
              </WithQuotaDisplay>
            </StatusGate>
          </CrashBoundary>
        </AreasContext>
      </FailureToasts>
    </UiProvider>
  );
}

function useNavigator(): void {
  const navigate = useNavigate();
  useLayoutEffect(() => connectNavigator(navigate), [navigate]);
}

function useLeaveGuard(): void {
  const { t } = useTranslation('common');
  useLayoutEffect(startHoldingSteps, []); // the effect of the router, which is around this, comes later
  useEffect(
    () =>
      startLeaveGuard(() =>
        confirm({
          title: t('form.unsaved-title'),
          content: t('form.unsaved-page'),
          okText: t('form.leave'),
          cancelText: t('form.stay'),
        }),
      ),
    [t],
  );
}

/** Questions are about the page that asks them. */
function useClosedDialogs(): void {
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is the page
  useEffect(() => closePageDialogs, [pathname]);
}

/** The quota display is part of the status. */
function WithQuotaDisplay({ children }: { children: ReactNode }) {
  const { quota_per_unit: quotaPerUnit, display_in_currency: displayInCurrency, ...status } = useStatus();
  const { display_currency: code, display_currency_rate: rate } = status;
  const display = useMemo(
    () => ({ quotaPerUnit, displayInCurrency, currency: { code, rate } }),
    [quotaPerUnit, displayInCurrency, code, rate],
  );
  return <QuotaDisplayContext value={display}>{children}</QuotaDisplayContext>;
}
