import { useEffect, useState } from 'react';
import { useStatus } from '../../status/status-context.ts';
import { readStored } from '../../storage.ts';

const LOOK_EVERY_MS = 200;
const LOOKS = 5;

/** The site's own footer from local storage. Reads it a few times, because the first visit stores it a moment later. */
export function useFooterHtml(): string | undefined {
  const { footer_html: fresh } = useStatus();
  const [stored, setStored] = useState(read);
  useEffect(() => {
    let looks = 0;
    const timer = setInterval(() => {
      looks += 1;
      setStored(read());
      if (looks === LOOKS) clearInterval(timer);
    }, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return fresh || stored;
}

function read(): string | undefined {
  return readStored('footer_html') || undefined;
}
