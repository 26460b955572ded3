import { Alert } from '@tollgate/ui/core';
import { IconLaunch } from '@tollgate/ui/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import './drawings.css';

/** The picture, as large as the dialog allows, with a link to the original. Providers delete pictures after a while. */
export function Picture({ url, prompt }: { url: string; prompt: string }) {
  const { t } = useTranslation('area.logs');
  const [isGone, setGone] = useState(false);
  const isWeb = /^https?:\/\//i.test(url);
  return (
    <figure className="drawings-picture">
      {isGone || !isWeb ? (
        <Alert type="warning" content={t('drawings.image-gone')} />
      ) : (
        <img
          src={url}
          alt={t('drawings.image-alt', { prompt: prompt || url })}
          referrerPolicy="no-referrer"
          onError={() => setGone(true)}
        />
      )}
      {isWeb && (
        <figcaption>
          <a href={url} target="_blank" rel="noopener noreferrer">
            <IconLaunch aria-hidden /> {t('drawings.original')}
          </a>
        </figcaption>
      )}
    </figure>
  );
}
