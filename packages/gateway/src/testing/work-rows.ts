const lists = ['', 'self', 'page', 'self/page', 'bars', 'self/bars', 'export', 'self/export'];

/** Rows of the drawing log and the task log in the table of access: an allowed caller needs no input. */
export const workRows = Object.fromEntries(
  ['mj', 'task'].flatMap((log) =>
    lists.map((list) => [`GET /api/${log}/${list}`, { input: () => ({}) }] as const),
  ),
);
