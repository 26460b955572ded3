/** What the server takes as a text to search for. */
export const MAX_SEARCH = 200;
