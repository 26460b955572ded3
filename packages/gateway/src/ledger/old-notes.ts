import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Reads journals of versions in which all runs in a folder shared one name and a line ended with ` ;` instead
 * of a checksum.
 */
export function nameOfOldRuns(folder: string): { instance: string; path: string } | undefined {
  const path = join(folder, 'name');
  return existsSync(path) ? { instance: readFileSync(path, 'utf8').trim(), path } : undefined;
}

export function isOldJournal(text: string): boolean {
  return text.startsWith('B ');
}

/** The JSON at the end of a line shows whether the line is complete, because names in it may contain ` ;`. */
export function readOldLine(line: string): string | undefined {
  if (!line.endsWith(' ;')) return undefined;
  const text = line.slice(0, -2);
  const fields = text.split(' ');
  const json = fields.slice(fields[0] === 'D' ? 7 : 4).join(' ');
  const mayHaveJson = fields[0] === 'D' || fields[0] === 'F';
  return mayHaveJson && json !== '' && !isJson(json) ? undefined : text;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
