import type { Media } from '../../core/chat.ts';

export type EncodedMedia = { fileData: object } | { inlineData: object };

export function encodeMedia(item: Media): EncodedMedia {
  if (item.type === 'image') return { fileData: { mimeType: typeOf(item.url), fileUri: item.url } };
  if (item.type === 'file')
    return { fileData: { mimeType: item.mediaType ?? typeOf(item.url), fileUri: item.url } };
  return { inlineData: { mimeType: item.mediaType, data: item.base64 } };
}

function typeOf(url: string): string {
  const ending = /\.(\w+)(?:[?#]|$)/.exec(url)?.[1]?.toLowerCase() ?? '';
  return mediaTypes.get(ending) ?? 'image/jpeg';
}

const mediaTypes = new Map(
  Object.entries<string>({
    png: 'image/png',
    webp: 'image/webp',
    gif: 'image/gif',
    pdf: 'application/pdf',
    mp4: 'video/mp4',
  }),
);
