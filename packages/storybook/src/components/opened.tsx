import { Button } from '@tollgate/ui/core';
import { type ReactNode, useState } from 'react';

export interface OpenedProps {
  text: string;
  isOpen?: boolean;
  children: (close: () => void) => ReactNode;
}

/** A button that opens what would cover the other states. */
export function Opened({ text, isOpen = false, children }: OpenedProps) {
  const [isShown, setShown] = useState(isOpen);
  return (
    <>
      <Button onClick={() => setShown(true)}>{text}</Button>
      {isShown && children(() => setShown(false))}
    </>
  );
}
