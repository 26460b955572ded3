import type { Meta, StoryObj } from '@storybook/react';
import { SearchInput } from '@tollgate/ui/data';
import * as icons from '@tollgate/ui/icons';
import { useState } from 'react';
import './guide.css';

const meta: Meta = { title: 'Icons/Gallery' };
export default meta;

/** A click copies the import of an icon. */
export const All: StoryObj = { render: () => <Gallery /> };

function Gallery() {
  const [search, setSearch] = useState('');
  const [copied, setCopied] = useState<string>();
  const wanted = search.trim().toLowerCase();
  const shown = Object.entries(icons).filter(([name]) => name.toLowerCase().includes(wanted));
  async function copy(name: string) {
    await navigator.clipboard.writeText(`import { ${name} } from '@tollgate/ui/icons';`);
    setCopied(name);
  }
  return (
    <>
      <SearchInput value={search} placeholder="Name of an icon" onSearch={setSearch} onType={setSearch} />
      <p role="status">{copied ? `${copied} copied` : `${shown.length} icons`}</p>
      <ul className="sb-icons">
        {shown.map(([name, Icon]) => (
          <li key={name}>
            <button type="button" onClick={() => void copy(name)}>
              <Icon aria-hidden />
              {name}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
