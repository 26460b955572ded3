import { Button, useToast } from '@tollgate/ui/core';
import { IconClose, IconImage } from '@tollgate/ui/icons';
import { type ChangeEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { readPicture } from './read-picture.ts';

interface Props {
  images: readonly string[];
  onChange: (images: readonly string[]) => void;
}

/** Pictures that go with the next message. */
export function Pictures({ images, onChange }: Props) {
  const { t } = useTranslation('area.playground');
  const toast = useToast();
  const file = useRef<HTMLInputElement>(null);

  async function add({ target }: ChangeEvent<HTMLInputElement>) {
    const chosen = [...(target.files ?? [])];
    target.value = ''; // or the same file could not be chosen again
    try {
      onChange([...images, ...(await Promise.all(chosen.map(readPicture)))]);
    } catch {
      toast.error(t('chat.picture-refused'));
    }
  }

  return (
    <div className="playground-pictures">
      {images.map((url, index) => (
        <span key={url} className="playground-thumb">
          <img src={url} alt={t('chat.picture')} />
          <Button
            size="mini"
            icon={<IconClose />}
            aria-label={t('chat.picture-remove', { number: index + 1 })}
            onClick={() => onChange(images.filter((_, at) => at !== index))}
          />
        </span>
      ))}
      <Button size="small" type="text" icon={<IconImage />} onClick={() => file.current?.click()}>
        {t('chat.picture-add')}
      </Button>
      <input
        ref={file}
        hidden
        multiple
        type="file"
        accept="image/*"
        aria-label={t('chat.picture-add')}
        onChange={add}
      />
    </div>
  );
}
