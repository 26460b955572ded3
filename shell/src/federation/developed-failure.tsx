import type { ResolvedArea } from '@tollgate/contract';
import { useEffect, useState } from 'react';
import './developed-failure.css';

/** What an area from a development server threw, with the places in its sources: for the person who is writing it. */
export function DevelopedFailure({ area, error }: { area: ResolvedArea; error: unknown }) {
  const stack = stackOf(error);
  const [mapped, setMapped] = useState(stack);
  const entry = area.active?.entry.url;
  useEffect(() => {
    setMapped(stack);
    if (!entry) return;
    let isCurrent = true;
    fetch(new URL('/stack', entry), { method: 'POST', body: stack })
      .then((response) => (response.ok ? response.text() : stack))
      .then((text) => isCurrent && setMapped(text))
      .catch(() => {}); // an older development server: the places of the build are better than none
    return () => {
      isCurrent = false;
    };
  }, [entry, stack]);
  return (
    <pre className="sh-developed-failure" data-testid="developed-failure">
      {mapped}
    </pre>
  );
}

/** Chrome's stacks begin with the message, those of others do not. */
function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { stack = '', cause } = error;
  if (cause !== undefined) return stackOf(cause);
  return stack.includes(error.message) ? stack : `${error.name}: ${error.message}\n${stack}`;
}
