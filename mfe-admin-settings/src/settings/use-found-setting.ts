import { useSearchParams } from '@tollgate/ui/router';
import { useEffect } from 'react';

/** Shows the setting that the address names, and gives it the focus, once the page is complete. */
export function useFoundSetting(isComplete: boolean): void {
  const [params] = useSearchParams();
  const name = params.get('setting');
  useEffect(() => {
    if (!isComplete || !name) return;
    const row = document.querySelector<HTMLElement>(`[data-setting="${CSS.escape(name)}"]`);
    row?.scrollIntoView({ block: 'center' });
    row?.querySelector<HTMLElement>('input, textarea, button, [tabindex]')?.focus({ preventScroll: true });
  }, [isComplete, name]);
}
