import type { ReactNode } from 'react';
import './chat.css';

/** An external link that looks like a button. */
export function LinkButton({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a
      className="chat-link arco-btn arco-btn-primary arco-btn-size-default arco-btn-shape-square"
      href={href}
      target="_blank"
      rel="noopener noreferrer"
    >
      {children}
    </a>
  );
}
