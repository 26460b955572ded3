import { crc32 } from 'node:zlib';

/** A line of the journal: `checksum text`. The checksum detects partial and damaged lines. */
export function writeLine(text: string): string {
  return `${crc32(text).toString(36)} ${text}\n`;
}

/** Returns the text of a line without its end, or undefined when the checksum does not match. */
export function readLine(line: string): string | undefined {
  const space = line.indexOf(' ');
  const text = line.slice(space + 1);
  return space > 0 && crc32(text).toString(36) === line.slice(0, space) ? text : undefined;
}
