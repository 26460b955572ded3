/** One part of a form, as offsets into its body. `end` is exclusive. */
export interface FormPart {
  readonly name: string;
  /** Undefined for a plain field. */
  readonly filename: string | undefined;
  readonly contentType: string | undefined;
  readonly start: number;
  readonly end: number;
}

const MAX_PARTS = 200;
const LINE_END = '\r\n';

/** Finds the parts of a form without copying them. `undefined` when the body is not a form. */
export function findParts(body: Buffer, contentType: string): FormPart[] | undefined {
  const boundary = boundaryOf(contentType);
  if (boundary === undefined) return undefined;
  const parts: FormPart[] = [];
  let at = body.indexOf(`--${boundary}`);
  while (at >= 0 && parts.length < MAX_PARTS) {
    at += boundary.length + 2;
    if (body.toString('latin1', at, at + 2) === '--') return parts;
    const headersEnd = body.indexOf(LINE_END + LINE_END, at);
    const end = headersEnd < 0 ? -1 : body.indexOf(`${LINE_END}--${boundary}`, headersEnd + 2);
    if (end < 0) return undefined;
    parts.push(toPart(body.toString('utf8', at, headersEnd), Math.min(headersEnd + 4, end), end));
    at = end + 2;
  }
  return undefined;
}

/** Returns the form with another value in one field, which is added when missing. */
export function replaceField(body: Buffer, contentType: string, name: string, value: string): Buffer {
  const part = findParts(body, contentType)?.find((each) => each.name === name);
  if (part) return Buffer.concat([body.subarray(0, part.start), Buffer.from(value), body.subarray(part.end)]);
  const field = `--${boundaryOf(contentType)}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  return Buffer.concat([Buffer.from(field), body]);
}

function boundaryOf(contentType: string): string | undefined {
  if (!/^multipart\/form-data\b/i.test(contentType)) return undefined;
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(contentType) ?? [];
  return quoted ?? plain;
}

function toPart(headers: string, start: number, end: number): FormPart {
  const disposition = /content-disposition:[^\r\n]*/i.exec(headers)?.[0] ?? '';
  return {
    name: /[;\s]name="([^"]*)"/i.exec(disposition)?.[1] ?? '',
    filename: /[;\s]filename="([^"]*)"/i.exec(disposition)?.[1],
    contentType: /content-type:\s*([^\r\n;]*)/i.exec(headers)?.[1]?.trim(),
    start,
    end,
  };
}
