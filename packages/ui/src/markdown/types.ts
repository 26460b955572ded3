export interface MarkdownViewProps {
  /** Markdown of an administrator or a model; HTML in it is shown as text. */
  source: string;
  /** Level of its highest heading, so that it fits into the page. 2 by default. */
  headingLevel?: 2 | 3 | 4;
  /**
   * Loading a picture reveals the reader to its host. `ask` shows a button instead and is for text of models,
   * `show` is for text of administrators. `ask` by default.
   */
  images?: 'ask' | 'show';
}
