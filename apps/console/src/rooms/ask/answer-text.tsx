import { VisuallyHidden } from '@mantine/core';
import { QuestionIcon } from '@primer/octicons-react';
import { createContext, type ReactNode, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import Markdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import type { Answer } from './answer';
import { CitationMark } from './citation-mark';
import { markedAnswer, type Source } from './citations';
import { markTree } from './marked-tree';

interface Citing {
  readonly sources: readonly Source[];
  readonly onOpen: (source: Source) => void;
}

const CitingContext = createContext<Citing>({ sources: [], onOpen: () => undefined });

/** The text of an answer as Markdown. HTML in it is shown as text, and its pictures by their descriptions. */
export function AnswerText({ answer, ...citing }: Citing & { readonly answer: Answer }) {
  return (
    <CitingContext value={citing}>
      <div dir="auto" className="answer-text">
        <Markdown remarkPlugins={[remarkGfm]} rehypePlugins={[markTree]} components={components}>
          {markedAnswer(answer, citing.sources)}
        </Markdown>
      </div>
    </CitingContext>
  );
}

/** Elements for the marks that Markdown itself never produces. */
const components: Components = {
  cite: ({ children }) => <Citation>{children}</Citation>,
  small: () => <UnsupportedNote />,
  img: ({ alt }) => <span>{alt}</span>,
  a: ({ href, children }) => (
    <a href={href} target="_blank" rel="noreferrer noopener">
      {children}
    </a>
  ),
  table: ({ children }) => (
    <div className="wide-content">
      <table>{children}</table>
    </div>
  ),
};

function Citation({ children }: { readonly children?: ReactNode }) {
  const { sources, onOpen } = useContext(CitingContext);
  const source = sources.find(({ number }) => String(number) === String(children));
  return source ? <CitationMark source={source} onOpen={onOpen} /> : null;
}

function UnsupportedNote() {
  const { t } = useTranslation('ask');
  return (
    <span title={t('unsupported')} className="unsupported-note">
      <QuestionIcon size={15} aria-hidden />
      <VisuallyHidden>({t('unsupported')})</VisuallyHidden>
    </span>
  );
}
