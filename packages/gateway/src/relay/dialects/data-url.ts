import type { Media } from '../../core/chat.ts';

/** A picture by its address, or by its data when the address holds it. */
export function readImage(url: string): Media {
  const data = readDataUrl(url);
  return data ? { type: 'image-data', ...data } : { type: 'image', url };
}

export function readDataUrl(url: string): { mediaType: string; base64: string } | undefined {
  const inline = /^data:([\w/+.-]+)[^,]*;base64,(.*)$/s.exec(url);
  return inline ? { mediaType: inline[1] ?? '', base64: inline[2] ?? '' } : undefined;
}
