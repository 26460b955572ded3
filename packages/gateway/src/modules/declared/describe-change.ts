import { type Item, isSame, type Stored } from './item.ts';

/** One line for people: `~ channel openai: priority 0 -> 5, key changed`. Secrets are never in it. */
export function describeChange(
  { kind, name, place, spec, secrets }: Item,
  stored: Stored | undefined,
): string {
  if (!stored) return `+ ${kind} ${name} (${place})`;
  const fields = [...new Set([...Object.keys(stored.spec), ...Object.keys(spec)])]
    .filter((field) => !isSame(stored.spec[field], spec[field]))
    .map((field) => {
      const change = `${toText(stored.spec[field])} -> ${toText(spec[field])}`;
      return field === 'value' ? change : `${field} ${change}`;
    });
  const changed = [...new Set([...Object.keys(stored.secrets), ...Object.keys(secrets)])]
    .filter((field) => stored.secrets[field] !== secrets[field])
    .map((field) => (field === 'value' ? 'secret changed' : `${field} changed`));
  return `~ ${kind} ${name}: ${[...fields, ...changed].join(', ')} (${place})`;
}

function toText(value: unknown): string {
  if (value === undefined) return 'default';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text || '""';
}

const LONGEST = 60;
