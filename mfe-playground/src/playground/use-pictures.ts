import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { makeId } from './chat-message.ts';
import { readPicture } from './read-picture.ts';

export interface Picture {
  id: string;
  /** A `data:` URL. */
  url: string;
  bytes: number;
}

/** Per message: with the third that base64 adds still below the gateway's limit of a call. */
export const MAX_TOGETHER_BYTES = 20_000_000;

/** The pictures of the next message. Usable files are added, and the others are reported by name. */
export function usePictures(initial: readonly Picture[]) {
  const { t } = useTranslation('area.playground');
  const [pictures, setPictures] = useState(initial);
  const [problem, setProblem] = useState<string>();
  const [isReading, setReading] = useState(false);
  /** The current pictures: reading takes time, and some may be removed meanwhile. */
  const current = useRef(pictures);

  function put(next: readonly Picture[]): void {
    current.current = next;
    setPictures(next);
  }

  async function add(files: readonly File[]): Promise<void> {
    if (files.length === 0 || isReading) return;
    setReading(true);
    const [refused, excess]: [string[], string[]] = [[], []];
    for (const file of files) {
      const picture = await readOne(file);
      if (!picture) refused.push(file.name);
      else if (sizeOf(current.current) + picture.bytes > MAX_TOGETHER_BYTES) excess.push(file.name);
      else put([...current.current, picture]);
    }
    const names = (some: string[]) => ({ names: some.map(shorten).join(', ') });
    const sentences = [
      ...(refused.length > 0 ? [t('chat.picture-refused', names(refused))] : []),
      ...(excess.length > 0 ? [t('chat.pictures-too-large', names(excess))] : []),
    ];
    setProblem(sentences.join(' ') || undefined);
    setReading(false);
  }

  return {
    pictures,
    problem,
    isReading,
    add,
    remove: (id: string) => {
      put(current.current.filter((picture) => picture.id !== id));
      setProblem(undefined);
    },
    clear: () => {
      put([]);
      setProblem(undefined);
    },
  };
}

async function readOne(file: File): Promise<Picture | undefined> {
  try {
    return { id: makeId(), url: await readPicture(file), bytes: file.size };
  } catch {
    return undefined;
  }
}

function sizeOf(pictures: readonly Picture[]): number {
  return pictures.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Enough of a name to recognize the file. */
function shorten(name: string): string {
  return name.length > 40 ? `${name.slice(0, 24)}…${name.slice(-12)}` : name;
}
