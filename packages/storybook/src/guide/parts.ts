/** What a designer should know of a part of the kit before they use it. */
interface Part {
  readonly name: string;
  readonly use: string;
  readonly avoid: string;
  readonly keys: string;
}

export const parts: readonly Part[] = [
  {
    name: 'PageHeader',
    use: 'The title of a page, one line on what it is for, its actions with the primary one last.',
    avoid: 'Sections within a page.',
    keys: 'Tab goes through the actions.',
  },
  {
    name: 'DataTable',
    use: 'Records that are compared, searched and acted on. The first column identifies the row.',
    avoid: 'Two or three facts of one thing: use a list of descriptions.',
    keys: 'J and K move between rows, Enter opens one, Space selects it.',
  },
  {
    name: 'FilterBar',
    use: 'A search and the few filters that matter, in one row. They are part of the address.',
    avoid: 'Settings that stay.',
    keys: 'Tab; Escape clears a search.',
  },
  {
    name: 'Peek',
    use: 'One record next to its list, while the list stays usable.',
    avoid: 'Forms.',
    keys: 'J and K show the neighbors, Escape closes.',
  },
  {
    name: 'FormDrawer',
    use: 'Creating and editing with more than about four fields.',
    avoid: 'One question: use FormDialog or a confirmation.',
    keys: 'The first field has the focus, Enter saves, Escape asks before it discards.',
  },
  {
    name: 'FormDialog',
    use: 'A few fields that belong to one act.',
    avoid: 'Long forms; anything that is compared with the page below.',
    keys: 'As FormDrawer.',
  },
  {
    name: 'ConfirmAction',
    use: 'What cannot be undone. It names the thing and says the consequence.',
    avoid: 'What can be undone.',
    keys: 'The safe button has the focus, Escape cancels.',
  },
  {
    name: 'StatTile',
    use: 'One key figure with its change and a small line. Four in a row.',
    avoid: 'Figures that lead to no act.',
    keys: 'None; it is text.',
  },
  {
    name: 'Chart',
    use: 'Something over time, or shares of a whole. The same data is one button away as a table.',
    avoid: 'Fewer than three points.',
    keys: 'Tab reaches the legend, the table and the file.',
  },
  {
    name: 'StatusTag',
    use: 'A state in one word, with its icon.',
    avoid: 'Categories and counts.',
    keys: 'With a reason it is a button that shows it.',
  },
  {
    name: 'MapInput',
    use: 'Names with values, such as a mapping of models. JSON is one button away.',
    avoid: 'Objects within objects: use JsonEditor.',
    keys: 'Enter adds a row.',
  },
  {
    name: 'SecretField',
    use: 'Keys and passwords. A stored one is never shown.',
    avoid: 'Names of keys.',
    keys: 'The button after it shows what was typed.',
  },
  {
    name: 'CopyText',
    use: 'Identifiers, keys and addresses that people paste elsewhere.',
    avoid: 'Prose.',
    keys: 'Tab reaches the button; Enter copies.',
  },
  {
    name: 'EmptyState',
    use: 'A list without records: one sentence and the act that fills it.',
    avoid: 'A search without results: the table says that itself.',
    keys: 'Tab reaches its button.',
  },
  {
    name: 'ErrorState',
    use: 'A page or list that could not be loaded: what happened, a retry, the request ID.',
    avoid: 'Errors of a field, which stand at the field.',
    keys: 'Tab reaches the retry.',
  },
];
