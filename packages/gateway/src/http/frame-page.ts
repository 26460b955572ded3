/** A page for a frame of the console: without margin and with a transparent background. */
export function framePage(body: string): string {
  return `<!doctype html>
<html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><title>Tollgate</title><style>html,body{margin:0;background:transparent}</style></head>
<body>${body}</body></html>
`;
}
