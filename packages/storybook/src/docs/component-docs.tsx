import type { StoryObj } from '@storybook/react';
import type { ReactNode } from 'react';
import { usePseudoStates } from './use-pseudo-states.ts';
import '../guide/guide.css';
import './docs.css';

export interface ShownState {
  name: string;
  /** Drawn as under the pointer, or as with the focus of the keyboard. */
  look?: 'hover' | 'focus';
  children: ReactNode;
}

export interface ComponentDoc {
  name: string;
  /** Where it is exported: `@tollgate/ui/core`. */
  from: string;
  /** When to use it, in one or two sentences. */
  use: string;
  /** Its parts from the beginning to the end. */
  anatomy: readonly string[];
  dos: readonly string[];
  donts: readonly string[];
  /** What each key does. Empty: it takes no focus. */
  keys: readonly (readonly [key: string, effect: string])[];
  states: readonly ShownState[];
  /** The path of a page of the product that has it. */
  page: string;
}

/** The story that documents a component. Its controls are in the story `Playground`. */
export function docsOf(doc: ComponentDoc): StoryObj {
  return { parameters: { controls: { disable: true } }, render: () => <ComponentPage {...doc} /> };
}

/** Where `npm start` serves the product. */
const PRODUCT = 'http://localhost:3000';

function ComponentPage({ name, from, use, anatomy, dos, donts, keys, states, page }: ComponentDoc) {
  return (
    <article className="sb-guide sb-guide-wide">
      <h1>{name}</h1>
      <p>{use}</p>
      <p className="sb-docs-links">
        <code>{`import { ${name} } from '${from}';`}</code>
        <a href={PRODUCT + page} target="_blank" rel="noreferrer">
          In the product: {page}
        </a>
      </p>
      <States states={states} />
      <h2>Anatomy</h2>
      <ol>
        {anatomy.map((part) => (
          <li key={part}>{part}</li>
        ))}
      </ol>
      <div className="sb-docs-pair">
        <Advice title="Do" sentences={dos} />
        <Advice title="Do not" sentences={donts} />
      </div>
      <h2>Keyboard</h2>
      {keys.length === 0 ? <p>It takes no focus.</p> : <Keys keys={keys} />}
    </article>
  );
}

function States({ states }: Pick<ComponentDoc, 'states'>) {
  usePseudoStates();
  return (
    <>
      <h2>States</h2>
      <div className="sb-docs-states">
        {states.map(({ name, look, children }) => (
          <figure key={name}>
            <figcaption>{name}</figcaption>
            <div className={look && `sb-look-${look}`}>{children}</div>
          </figure>
        ))}
      </div>
    </>
  );
}

function Advice({ title, sentences }: { title: string; sentences: readonly string[] }) {
  return (
    <section className={title === 'Do' ? 'sb-docs-do' : 'sb-docs-dont'}>
      <h2>{title}</h2>
      <ul>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </section>
  );
}

function Keys({ keys }: Pick<ComponentDoc, 'keys'>) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Key</th>
          <th scope="col">Effect</th>
        </tr>
      </thead>
      <tbody>
        {keys.map(([key, effect]) => (
          <tr key={key}>
            <th scope="row">{key}</th>
            <td>{effect}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
