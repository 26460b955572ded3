/** The server's maximum length of a search text. */
export const MAX_SEARCH = 200;
