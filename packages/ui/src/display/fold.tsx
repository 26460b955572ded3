import { Collapse } from '@arco-design/web-react';
import type { ReactNode } from 'react';
import './fold.css';

export interface FoldProps {
  header: ReactNode;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
  children: ReactNode;
}

/** A part of a form that unfolds. Its fields stay mounted, so that their values are always sent. */
export function Fold({ header, isOpen, onToggle, children }: FoldProps) {
  return (
    <Collapse
      className="tg-fold"
      bordered={false}
      lazyload={false}
      activeKey={isOpen ? [KEY] : []}
      onChange={(_, open) => onToggle(open.includes(KEY))}
    >
      <Collapse.Item name={KEY} header={header}>
        <div data-part="fold-content">{children}</div>
      </Collapse.Item>
    </Collapse>
  );
}

const KEY = 'fold';
