import { Alert } from '@arco-design/web-react';
import { useEffect, useRef } from 'react';

interface Props {
  /** One sentence for the whole form. */
  sentence: string;
  /** A field is at fault and has the focus: the view stays there. */
  isAtField?: boolean;
  className?: string;
}

/** Why a form could not be sent. Scrolls itself into view: a long form may have it far from the button. */
export function FormFailure({ sentence, isAtField = false, className }: Props) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // In the middle: the page's header covers the top, and a phone's toolbar the bottom.
    if (sentence && !isAtField) box.current?.scrollIntoView({ block: 'center' });
  }, [sentence, isAtField]);
  return (
    <div ref={box} {...(className && { className })}>
      <Alert type="error" content={sentence} />
    </div>
  );
}
