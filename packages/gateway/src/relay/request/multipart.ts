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

/**
 * Finds the parts of a form without copying them (RFC 7578). The bytes go to the provider as they are, so only a form
 * that every parser reads alike is accepted: whole delimiter lines, header lines of one meaning, a name in one place.
 *
 * @returns `undefined` when the body is not such a form
 */
export function findParts(body: Buffer, contentType: string): FormPart[] | undefined {
  const boundary = boundaryOf(contentType);
  if (boundary === undefined) return undefined;
  const delimiter = Buffer.from(`--${boundary}`);
  const parts: FormPart[] = [];
  let at = body.subarray(0, delimiter.length).equals(delimiter) ? delimiter.length : -1;
  while (at >= 0 && parts.length < MAX_PARTS) {
    if (isAt(body, at, '--')) return isOver(body, at + 2) ? parts : undefined;
    if (!isAt(body, at, LINE_END)) return undefined;
    const headersEnd = body.indexOf(LINE_END + LINE_END, at);
    const next = headersEnd < 0 ? -1 : body.indexOf(delimiter, headersEnd);
    // The delimiter begins a line. Elsewhere some parsers see it, and others do not.
    if (next < headersEnd + 6 || !isAt(body, next - 2, LINE_END)) return undefined;
    const headers = body.toString('utf8', at + 2, headersEnd);
    const part = toPart(headers, headersEnd + 4, next - 2);
    if (!part) return undefined;
    parts.push(part);
    at = next + delimiter.length;
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
  const [, parameters] =
    /^multipart\/form-data((?:;[\t ]*[\w-]+=(?:"[^"\\\r\n]*"|[^\s;"]+)[\t ]*)+);?$/i.exec(
      contentType.trim(),
    ) ?? [];
  const boundaries = [...(parameters ?? '').matchAll(/;[\t ]*([\w-]+)=(?:"([^"]*)"|([^\s;"]+))/g)].filter(
    ([, name = '']) => name.toLowerCase() === 'boundary',
  );
  const [, , quoted, plain] = boundaries[0] ?? [];
  const boundary = quoted ?? plain;
  return boundaries.length === 1 && boundary !== undefined && BOUNDARY.test(boundary) ? boundary : undefined;
}

/** https://www.rfc-editor.org/rfc/rfc2046#section-5.1.1, and what clients write besides. */
const BOUNDARY = /^[\w'()+,./:=?*%$&!#@~-]{1,100}$/;

function isAt(body: Buffer, at: number, text: string): boolean {
  return body.toString('latin1', at, at + text.length) === text;
}

/** Nothing but the end of a line may come after the last delimiter. */
function isOver(body: Buffer, at: number): boolean {
  return at === body.length || (at + 2 === body.length && isAt(body, at, LINE_END));
}

function toPart(headers: string, start: number, end: number): FormPart | undefined {
  const values = new Map<string, string>();
  // A part without header lines begins with the empty line.
  for (const line of headers === '' ? [] : headers.split(LINE_END)) {
    const [, name = '', value = ''] = HEADER.exec(line) ?? [];
    if (name === '' || values.has(name.toLowerCase())) return undefined;
    values.set(name.toLowerCase(), value);
  }
  const named = readDisposition(values.get('content-disposition'));
  if (!named || !PLAIN.test(values.get('content-transfer-encoding') ?? 'binary')) return undefined;
  // An empty file name means a file to some parsers, and a field to others.
  if (named.filename === '' && end > start) return undefined;
  const contentType = values.get('content-type')?.split(';', 1)[0]?.trim();
  return { ...named, contentType, start, end };
}

/** One line, its name without space before the colon, its value without line ends. */
const HEADER = /^([!#$%&'*+.^_`|~\w-]+):[\t ]*([^\r\n]*?)[\t ]*$/;
const PLAIN = /^(?:7bit|8bit|binary)$/i;

/** Accepts each parameter once. The extended forms of `name` would give a part a second name. */
function readDisposition(value = ''): Pick<FormPart, 'name' | 'filename'> | undefined {
  if (!DISPOSITION.test(value)) return undefined;
  const found = new Map<string, string>();
  for (const [, attribute = '', quoted, plain = ''] of value.matchAll(PARAMETER)) {
    const key = attribute.toLowerCase();
    if (found.has(key) || !['name', 'filename', 'filename*'].includes(key)) return undefined;
    if (key === 'name' && quoted?.includes('\\')) return undefined;
    found.set(key, quoted?.replace(/\\(["\\])/g, '$1') ?? plain);
  }
  const name = found.get('name');
  return name === undefined ? undefined : { name, filename: found.get('filename') ?? found.get('filename*') };
}

const DISPOSITION = /^form-data(?:;[\t ]*[\w*-]+=(?:"(?:[^"\\]|\\.)*"|[^\s;"\\]+)[\t ]*)+;?$/i;
const PARAMETER = /;[\t ]*([\w*-]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s;"\\]+))/g;
