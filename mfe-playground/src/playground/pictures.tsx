import { Button } from '@tollgate/ui/core';
import { IconClose, IconImage } from '@tollgate/ui/icons';
import { type ChangeEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { usePictures } from './use-pictures.ts';

/** Pictures of the next message, and errors of rejected files. */
export function Pictures({ state }: { state: ReturnType<typeof usePictures> }) {
  const { pictures, problem, isReading, add, remove } = state;
  const { t } = useTranslation('area.playground');
  const file = useRef<HTMLInputElement>(null);

  function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const chosen = [...(target.files ?? [])];
    target.value = ''; // otherwise the same file could not be chosen again
    void add(chosen);
  }

  return (
    <div className="playground-pictures">
      {pictures.map(({ id, url }, index) => (
        <span key={id} className="playground-thumb">
          <img src={url} alt={t('chat.picture')} />
          <Button
            size="mini"
            icon={<IconClose />}
            aria-label={t('chat.picture-remove', { number: index + 1 })}
            onClick={() => remove(id)}
          />
        </span>
      ))}
      <Button
        size="small"
        type="text"
        icon={<IconImage />}
        loading={isReading}
        onClick={() => file.current?.click()}
      >
        {t('chat.picture-add')}
      </Button>
      <input
        ref={file}
        hidden
        multiple
        type="file"
        accept="image/*"
        aria-label={t('chat.picture-add')}
        onChange={choose}
      />
      {problem && (
        <p role="alert" className="playground-picture-problem">
          {problem}
        </p>
      )}
    </div>
  );
}
