/** Downloads a text as a file. */
export function saveText(name: string, text: string, mediaType = 'text/plain'): void {
  saveFile({ name, content: new Blob([text], { type: `${mediaType};charset=utf-8` }) });
}

/** Downloads a fetched file. */
export function saveFile({ name, content }: { name: string; content: Blob }): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}

const KEPT_MS = 10_000;
