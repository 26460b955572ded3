import type { Meta, StoryObj } from '@storybook/react';
import tokens from '@tollgate/design-tokens/tokens.json' with { type: 'json' };
import { Button, saveText } from '@tollgate/ui/core';
import { IconDownload } from '@tollgate/ui/icons';
import { parts } from './parts.ts';
import './guide.css';

const meta: Meta = { title: 'Guide/Guide' };
export default meta;

export const Introduction: StoryObj = {
  render: () => (
    <article className="sb-guide">
      <h1>The console of Tollgate</h1>
      <p>
        One calm, precise instrument. Data first, decoration never: a person finds the number they came for in
        a second and trusts it.
      </p>
      <h2>How to find things here</h2>
      <ul>
        <li>Guide has the principles, and which part is for what.</li>
        <li>
          Components has a page for each component: use, parts, do and do not, keyboard, states, controls.
        </li>
        <li>Changelog has what changed in each version.</li>
        <li>Tokens has every color, size and shadow with its name, its use and its variable to copy.</li>
        <li>Icons has every icon with its import to copy.</li>
        <li>The other groups have each part and each page in all its states.</li>
      </ul>
      <h2>The toolbar</h2>
      <p>
        Theme, language, role and density change every story; the frame changes its width. A page in Tokens,
        Icons or elsewhere has an address that keeps these choices: send it to others.
      </p>
      <h2>Design tools</h2>
      <p>
        The tokens are a file in the format of the W3C Design Tokens community group. Figma reads it with a
        plugin such as Tokens Studio.
      </p>
      <div>
        <Button
          type="primary"
          icon={<IconDownload />}
          onClick={() => saveText('tollgate.tokens.json', JSON.stringify(tokens, undefined, 2))}
        >
          Download tokens
        </Button>
      </div>
    </article>
  ),
};

const principles: [name: string, sentence: string][] = [
  ['The number first', 'The figure somebody came for is the largest thing of its place. Labels are quiet.'],
  [
    'Hairlines, not boxes',
    'Groups are apart by one line and by space. A frame is for what lies above the page.',
  ],
  ['Three sizes of text', 'Title 24, text 14, details 12. One figure may have 28, a promise to visitors 40.'],
  ['State by exception', 'What is as it should be is a mark and a word. A fill is for what needs a look.'],
  ['Never color alone', 'Every status has an icon or a word, every red bar a shape.'],
  [
    'Teal acts',
    'Brand color is for what can be pressed and what is selected. Amber is for money that needs attention.',
  ],
  ['Motion explains', '120 to 200 ms, to show where something came from. None for people who ask for less.'],
  [
    'Both themes, both languages',
    'Each is designed, neither is derived. Look at both before a change is done.',
  ],
  ['Say what happens', 'Buttons are verbs. The consequence comes before the act, the reason with the error.'],
];

export const Principles: StoryObj = {
  render: () => (
    <article className="sb-guide">
      <h1>Principles</h1>
      {principles.map(([name, sentence]) => (
        <section key={name}>
          <h2>{name}</h2>
          <p>{sentence}</p>
        </section>
      ))}
    </article>
  ),
};

/** Which part of the kit is for what, and how it is used with the keyboard. */
export const Parts: StoryObj = {
  render: () => (
    <article className="sb-guide sb-guide-wide">
      <h1>Which part is for what</h1>
      <table>
        <thead>
          <tr>
            <th scope="col">Part</th>
            <th scope="col">Use it for</th>
            <th scope="col">Do not use it for</th>
            <th scope="col">Keyboard</th>
          </tr>
        </thead>
        <tbody>
          {parts.map(({ name, use, avoid, keys }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{use}</td>
              <td>{avoid}</td>
              <td>{keys}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </article>
  ),
};
