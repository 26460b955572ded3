import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import './tab-links.css';

export interface TabLinksProps {
  /** Names the group for screen readers. */
  label: string;
  /** The tab that is open. */
  open: string;
  tabs: readonly {
    id: string;
    label: string;
    /** Query of the address: `?tab=security`. */
    search: string;
  }[];
}

/** Tabs as links: the open one is in the URL, so it can be shared, and unsaved changes are guarded. */
export function TabLinks({ label, open, tabs }: TabLinksProps) {
  const bar = useRef<HTMLElement>(null);
  // On a phone the tabs are wider than the screen.
  useEffect(() => {
    const tab = bar.current?.querySelector<HTMLElement>(`[data-tab="${CSS.escape(open)}"]`);
    if (!bar.current || !tab) return;
    // Scrolls only the bar: `scrollIntoView` would also scroll the page.
    bar.current.scrollLeft = tab.offsetLeft - (bar.current.clientWidth - tab.offsetWidth) / 2;
  }, [open]);
  return (
    <nav ref={bar} className="tg-tabs" aria-label={label}>
      {tabs.map((tab) => (
        <Link
          key={tab.id}
          className="tg-tab"
          data-tab={tab.id}
          to={{ search: tab.search }}
          preventScrollReset
          aria-current={tab.id === open ? 'page' : undefined}
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}
