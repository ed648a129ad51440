import { Typography } from '@mantine/core';
import Markdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';

/** Pictures are elsewhere: the page fetches nothing from there, so their names are shown instead. */
const components: Components = {
  img: ({ alt }) => <span>[{alt}]</span>,
  a: ({ href, children }) => (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  ),
  table: ({ children }) => (
    <div className="wide" tabIndex={0} role="group">
      <table>{children}</table>
    </div>
  ),
};

/** Markdown that came with a document; HTML in it is shown as text. */
export function MarkdownText({ markdown }: { readonly markdown: string }) {
  return (
    <Typography>
      <div dir="auto" className="document-text">
        <Markdown remarkPlugins={[remarkGfm]} components={components}>
          {markdown}
        </Markdown>
      </div>
    </Typography>
  );
}
