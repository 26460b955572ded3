import type { Media } from '../../core/chat.ts';

/** Returns a picture by URL, or the data of a data URL. */
export function readImage(url: string): Media {
  const data = readDataUrl(url);
  return data ? { type: 'image-data', ...data } : { type: 'image', url };
}

export function readDataUrl(url: string): { mediaType: string; base64: string } | undefined {
  const inline = /^data:([\w/+.-]+)[^,]*;base64,(.*)$/s.exec(url);
  return inline ? { mediaType: inline[1] ?? '', base64: inline[2] ?? '' } : undefined;
}
