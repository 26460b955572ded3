import { act } from '@testing-library/react';
import { forgetAnswers } from '@tollgate/api-client/testing';
import { AreaProvider, useArea } from '@tollgate/console-sdk';
import type { MockHost } from '@tollgate/console-sdk/testing';
import { useRoutes } from '@tollgate/ui/router';
import { asOldest } from './host-api-levels.ts';
import { listenToConsole } from './page-facts.ts';
import { answerAll, type ResponseState } from './response-state.ts';
import { type ShownPage, showPage } from './show-page.tsx';
import { addressOf, type ContractSubject, declaredHostApi } from './subject.ts';

/** Renders every page on a host of the lowest version that the area supports. */
function OnOldHost({ range, area }: { range: string; area: ContractSubject['area'] }) {
  const ctx = asOldest(useArea(), range);
  return (
    <AreaProvider value={ctx}>
      <Pages routes={area.routes} />
    </AreaProvider>
  );
}

function Pages({ routes }: Pick<ContractSubject['area'], 'routes'>) {
  return useRoutes([...routes]);
}

interface Visit {
  state: ResponseState;
  search?: string;
  onHost?: (host: MockHost) => void;
}

/**
 * Shows a page to the least privileged role that may open it, on a host of the lowest version, and closes it after
 * `look`. @throws what the page throws, or what it writes to the console
 */
export async function onPage(
  { id, area, source, params }: ContractSubject,
  path: string,
  { state, search = '', onHost }: Visit,
  look: (page: ShownPage) => Promise<void>,
): Promise<void> {
  const complaints = listenToConsole();
  answerAll(state);
  const access = source.routes.find((route) => route.path === path)?.access ?? 'root';
  let page: ShownPage | undefined;
  const props = {
    id,
    area,
    path: addressOf(path, params) + search,
    // The page must work for the least privileged role.
    role: access,
    language: 'en' as const,
    theme: 'light' as const,
    ...(onHost && { onHost }),
    children: <OnOldHost range={declaredHostApi(id)} area={area} />,
  };
  try {
    page = await showPage(props);
    await look(page);
    page.content();
  } finally {
    await act(async () => page?.close());
    forgetAnswers();
    complaints.stop();
  }
  if (complaints.errors.length > 0)
    throw new Error(`${path} complains in the console: ${complaints.errors[0]}`);
}
