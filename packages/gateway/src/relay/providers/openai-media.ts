import { type Media, UnsupportedFeatureError } from '../../core/chat.ts';

/** Converts a picture, recording or file. @throws {UnsupportedFeatureError} */
export function encodeMedia(item: Media): unknown {
  switch (item.type) {
    case 'image':
      return { type: 'image_url', image_url: { url: item.url } };
    case 'image-data':
      return { type: 'image_url', image_url: { url: `data:${item.mediaType};base64,${item.base64}` } };
    case 'audio-data':
      return { type: 'input_audio', input_audio: { data: item.base64, format: formatOf(item.mediaType) } };
    case 'file-data': {
      const file_data = `data:${item.mediaType};base64,${item.base64}`;
      return { type: 'file', file: { filename: item.name ?? 'file', file_data } };
    }
    case 'file':
      throw new UnsupportedFeatureError('file-url');
  }
}

function formatOf(mediaType: string): string {
  const format = mediaType.replace(/^audio\/(x-)?/, '');
  return format === 'mpeg' ? 'mp3' : format;
}
