import { Alert } from '@arco-design/web-react';
import { useEffect, useRef } from 'react';

interface Props {
  /** One sentence for the whole form. */
  sentence: string;
  className?: string;
}

/** Why a form could not be sent. Scrolls itself into view: a long form may have it far from the button. */
export function FormFailure({ sentence, className }: Props) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // In the middle: the page's header covers the top, and a phone's toolbar the bottom.
    if (sentence) box.current?.scrollIntoView({ block: 'center' });
  }, [sentence]);
  return (
    <div ref={box} {...(className && { className })}>
      <Alert type="error" content={sentence} />
    </div>
  );
}
