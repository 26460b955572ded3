import type { ReactNode } from 'react';
import './chat.css';

/** A link out of the console that looks like the button that it stands for. */
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
