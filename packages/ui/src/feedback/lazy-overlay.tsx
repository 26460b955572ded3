import { type ComponentType, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useToast } from './use-toast.ts';

/**
 * A drawer, dialog or panel in its own chunk, fetched when it opens. With `React.lazy` a file that does not arrive would
 * take the whole page away. This one says so and closes, and is fetched again when it opens again. Without an
 * `onClose` it opened by itself: it is fetched until it arrives.
 */
export function lazyOverlay<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let arrived: ComponentType<Props> | undefined;
  // biome-ignore lint/correctness/noComponentHookFactories: made once for each overlay, as by React.lazy
  return function LazyOverlay(props: Props & { onClose?: () => void }) {
    const [Overlay, setOverlay] = useState(() => arrived);
    const giveUp = useGiveUp(props.onClose);
    useEffect(() => {
      if (Overlay) return;
      let timer: ReturnType<typeof setTimeout> | undefined;
      let isMounted = true;
      const fetch = (triesLeft: number) =>
        load().then(
          (loaded) => {
            arrived = loaded;
            if (isMounted) setOverlay(() => loaded);
          },
          () => {
            if (!isMounted) return;
            if (triesLeft > 0) timer = setTimeout(fetch, RETRY_MS, triesLeft - 1);
            else if (!giveUp.current()) timer = setTimeout(fetch, LATER_MS, 0);
          },
        );
      void fetch(1);
      return () => {
        isMounted = false;
        clearTimeout(timer);
      };
    }, [Overlay, giveUp]);
    return Overlay ? <Overlay {...props} /> : null;
  };
}

/** Returns a function that closes the overlay with a word, if it can be closed. */
function useGiveUp(onClose: (() => void) | undefined) {
  const { t } = useTranslation('errors');
  const toast = useToast();
  const giveUp = useRef<() => boolean>(() => false);
  useEffect(() => {
    giveUp.current = () => {
      if (!onClose) return false;
      toast.error(t('network'));
      onClose();
      return true;
    };
  }, [onClose, toast, t]);
  return giveUp;
}

/** Of a file that was lost once, such as by a proxy that restarts. */
const RETRY_MS = 300;
const LATER_MS = 5000;
