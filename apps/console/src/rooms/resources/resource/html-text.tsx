import { Typography } from '@mantine/core';
import { useMemo } from 'react';
import { cleanHtml } from './clean-html';

/** HTML that came with a document. */
export function HtmlText({ html }: { readonly html: string }) {
  const clean = useMemo(() => cleanHtml(html), [html]);
  return (
    <Typography>
      <div dir="auto" className="document-text" dangerouslySetInnerHTML={{ __html: clean }} />
    </Typography>
  );
}
