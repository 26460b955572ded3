import './status-tag.css';
import './group-tag.css';

/** The name of a user group. A group has the same colour everywhere; the well-known ones have fixed colours. */
export function GroupTag({ name }: { name: string }) {
  const tone = fixed[name] ?? others[hash(name) % others.length];
  return (
    <span className={`tg-status-tag tg-status-tag-${tone} tg-group-tag`} title={name}>
      <span>{name}</span>
    </span>
  );
}

function hash(text: string): number {
  let value = 0;
  for (const letter of text) value = (value * 31 + (letter.codePointAt(0) ?? 0)) % 65_521;
  return value;
}

const fixed: Record<string, string> = {
  vip: 'warning',
  pro: 'warning',
  svip: 'danger',
  premium: 'danger',
};
const others = ['neutral', 'info', 'success'];
