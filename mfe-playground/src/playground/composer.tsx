import { Button } from '@tollgate/ui/core';
import { TextArea } from '@tollgate/ui/form';
import { IconSend, IconStop } from '@tollgate/ui/icons';
import { type ClipboardEvent, type DragEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Draft } from './lanes.ts';
import { Pictures } from './pictures.tsx';
import { usePictures } from './use-pictures.ts';

interface Props {
  busy: boolean;
  disabled: boolean;
  /** Initial content. */
  draft: Draft;
  /** Receives what is written but not sent. */
  onDraft?: (draft: Draft) => void;
  /** Begins with the focus behind the text. */
  takesFocus?: boolean;
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
  const { busy, disabled, draft, onDraft, takesPictures = true, takesFocus = false } = props;
  const { onSend, onStop, onCancel } = props;
  const { t } = useTranslation('area.playground');
  const [text, setText] = useState(draft.text);
  const pictures = usePictures(draft.pictures);
  const form = useRef<HTMLFormElement>(null);
  useFocusAtEnd(form, takesFocus);
  const shownPictures = pictures.pictures;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change is a new draft
  useEffect(() => onDraft?.({ text, pictures: shownPictures }), [text, shownPictures]);
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

  return (
    <form
      ref={form}
      className="playground-composer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      {...takeFiles((files) => takesPictures && void pictures.add(files))}
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
          if (event.key === 'Escape' && !isComposing) onCancel?.();
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

/** Takes pasted and dropped files. Text is pasted as text: the clipboard of a copied table also contains a picture. */
function takeFiles(add: (files: File[]) => void) {
  const take = (event: ClipboardEvent | DragEvent, { files, types }: DataTransfer) => {
    if (files.length === 0 || types.includes('text/plain')) return;
    event.preventDefault();
    add([...files]);
  };
  return {
    onPaste: (event: ClipboardEvent) => take(event, event.clipboardData),
    onDragOver: (event: DragEvent) => event.dataTransfer.types.includes('Files') && event.preventDefault(),
    onDrop: (event: DragEvent) => take(event, event.dataTransfer),
  };
}

/** A user who edits a message, or chose an example, goes on writing. */
function useFocusAtEnd(form: RefObject<HTMLFormElement | null>, isWanted: boolean): void {
  useEffect(() => {
    const box = isWanted ? form.current?.querySelector('textarea') : undefined;
    box?.focus();
    box?.setSelectionRange(box.value.length, box.value.length);
  }, [form, isWanted]);
}
