export interface MarkdownViewProps {
  /** Markdown as written by an administrator or a model; HTML in it is shown as the text it is. */
  source: string;
  /** The level of its highest heading, so that it fits under the headings around it. 2 by default. */
  headingLevel?: 2 | 3 | 4;
  /**
   * A picture tells its host who looks at it: `ask` shows a button in its place and is right for what models write,
   * `show` is for what an administrator wrote. `ask` by default.
   */
  images?: 'ask' | 'show';
}
