import { Button } from '@tollgate/ui/core';
import { TextArea } from '@tollgate/ui/form';
import { IconSend, IconStop } from '@tollgate/ui/icons';
import { type ClipboardEvent, type DragEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Pictures } from './pictures.tsx';
import { usePictures } from './use-pictures.ts';

interface Props {
  busy: boolean;
  disabled: boolean;
  /** Initial text: the message that is being edited. */
  draft?: string;
  /** Off while a message is edited: its pictures stay. */
  takesPictures?: boolean;
  onSend: (text: string, images: readonly string[]) => void;
  onStop: () => void;
  /** Cancels the edit; absent without one. */
  onCancel?: (() => void) | undefined;
}

/**
 * Enter sends, Shift+Enter starts a line; keys during IME composition are ignored. Pictures are chosen,
 * pasted or dropped.
 */
export function Composer(props: Props) {
  const { busy, disabled, draft = '', takesPictures = true, onSend, onStop, onCancel } = props;
  const { t } = useTranslation('area.playground');
  const [text, setText] = useState(draft);
  const pictures = usePictures();
  const isEmpty = text.trim() === '' && pictures.pictures.length === 0;

  function send(): void {
    if (busy || disabled || isEmpty || pictures.isReading) return;
    onSend(
      text.trim(),
      pictures.pictures.map(({ url }) => url),
    );
    setText('');
    pictures.clear();
  }

  /** Text is pasted as text: the clipboard of a copied table also contains a picture. */
  function takeFiles(event: ClipboardEvent | DragEvent, { files, types }: DataTransfer): void {
    if (files.length === 0 || types.includes('text/plain')) return;
    event.preventDefault();
    if (takesPictures) void pictures.add([...files]);
  }

  return (
    <form
      className="playground-composer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      onPaste={(event) => takeFiles(event, event.clipboardData)}
      onDragOver={(event) => event.dataTransfer.types.includes('Files') && event.preventDefault()}
      onDrop={(event) => takeFiles(event, event.dataTransfer)}
    >
      {takesPictures && <Pictures state={pictures} />}
      <TextArea
        rows={3}
        value={text}
        onChange={setText}
        aria-label={t('chat.message')}
        placeholder={t('chat.placeholder')}
        onKeyDown={(event) => {
          // Safari ends a composition before the key that ends it; its code says so.
          const isComposing = event.nativeEvent.isComposing || event.keyCode === 229;
          if (event.key !== 'Enter' || event.shiftKey || isComposing) return;
          event.preventDefault();
          send();
        }}
      />
      <span className="playground-composer-buttons">
        {onCancel && <Button onClick={onCancel}>{t('common:action.cancel')}</Button>}
        {busy ? (
          // The second half of a double click on "Send" hits this button, and would stop the new reply.
          <Button icon={<IconStop />} onClick={(event: Event) => (event as UIEvent).detail < 2 && onStop()}>
            {t('chat.stop')}
          </Button>
        ) : (
          <Button
            type="primary"
            htmlType="submit"
            icon={<IconSend />}
            disabled={disabled || isEmpty || pictures.isReading}
          >
            {t('chat.send')}
          </Button>
        )}
      </span>
    </form>
  );
}
