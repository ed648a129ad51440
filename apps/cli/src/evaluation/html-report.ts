/** A report in Markdown as a page without scripts. */
export async function htmlOf(markdown: string): Promise<string> {
  const { marked } = await import('marked');
  const style =
    'body{font:15px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}' +
    'table{border-collapse:collapse;display:block;overflow-x:auto}td,th{border:1px solid #8886;padding:.3rem .6rem;text-align:left}';
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Evaluation</title><style>${style}</style>`;
  return `<!doctype html><html lang="en"><head>${head}</head><body>${await marked.parse(markdown)}</body></html>\n`;
}
