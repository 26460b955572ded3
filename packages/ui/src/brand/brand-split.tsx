import type { ReactNode } from 'react';
import { BrandPanel } from './brand-panel.tsx';

/** A form through which people come in, with the brand next to it where the window is wide enough. */
export function BrandSplit({ children }: { children: ReactNode }) {
  return (
    <div className="tg-brand-split">
      <BrandPanel />
      {children}
    </div>
  );
}
