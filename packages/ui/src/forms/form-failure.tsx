import { Alert } from '@arco-design/web-react';
import { useEffect, useRef } from 'react';

interface Props {
  /** One sentence for the whole form. */
  sentence: string;
  /** The error belongs to a focused field: do not scroll away from it. */
  isAtField?: boolean;
  className?: string;
}

/** Why a form could not be sent. Scrolls itself into view, because the button of a long form may be far away. */
export function FormFailure({ sentence, isAtField = false, className }: Props) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // In the middle: the page header covers the top, and a phone's toolbar the bottom.
    if (sentence && !isAtField) box.current?.scrollIntoView({ block: 'center' });
  }, [sentence, isAtField]);
  return (
    <div ref={box} {...(className && { className })}>
      <Alert type="error" content={sentence} />
    </div>
  );
}
