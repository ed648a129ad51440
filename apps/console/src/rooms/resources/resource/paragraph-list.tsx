import { Text } from '@mantine/core';
import type { ExtractedParagraph } from '@lectern/contracts/knowledge-box';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { paragraphIndex } from '../../../parts/passage/context';
import type { PassagePlace } from '../../../parts/passage/passage-id';
import '../../../parts/passage/passage.css';

interface ParagraphListProps {
  readonly text: string;
  readonly paragraphs: readonly ExtractedParagraph[];
  /** The passage that is marked. */
  readonly place?: PassagePlace;
}

const ROW_PX = 90;

/** The extracted text, a paragraph per row; only those on the screen are drawn, since books have thousands. */
export function ParagraphList({ text, paragraphs, place }: ParagraphListProps) {
  const { t } = useTranslation('resource');
  const scroller = useRef<HTMLDivElement>(null);
  // Once, and not by counting code points from the start of the text for each paragraph.
  const characters = useMemo(() => [...text], [text]);
  const marked = place ? paragraphIndex(paragraphs, place) : -1;
  const rows = useVirtualizer({
    count: paragraphs.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 4,
  });
  useEffect(() => {
    if (marked >= 0) rows.scrollToIndex(marked, { align: 'center' });
  }, [rows, marked]);
  if (paragraphs.length === 0) return <Text c="dimmed">{t('paragraphs.none')}</Text>;
  return (
    <div ref={scroller} className="paragraph-scroller" tabIndex={0} role="region" aria-label={t('paragraphs.label')}>
      <ol className="plain-list paragraph-list" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, key, start }) => {
          const paragraph = paragraphs[index];
          return (
            <li
              key={key}
              ref={rows.measureElement}
              data-index={index}
              className="paragraph-row"
              aria-posinset={index + 1}
              aria-setsize={paragraphs.length}
              style={{ transform: `translateY(${start}px)` }}
            >
              {paragraph && (
                <Paragraph
                  paragraph={paragraph}
                  text={characters.slice(paragraph.start, paragraph.end).join('')}
                  isMarked={index === marked}
                />
              )}
            </li>
          );
        })}
      </ol>
    </div>
  );
}

interface ParagraphProps {
  readonly paragraph: ExtractedParagraph;
  readonly text: string;
  readonly isMarked: boolean;
}

function Paragraph({ paragraph: { kind, page }, text, isMarked }: ParagraphProps) {
  const { t } = useTranslation('resource');
  const notes = [
    page ? t('paragraphs.page', { page: page.page + 1 }) : undefined,
    kind === 'TEXT' ? undefined : t(`paragraphs.kind.${kind}`),
  ].filter((note) => note !== undefined);
  return (
    <>
      {notes.length > 0 && (
        <Text size="xs" c="dimmed">
          {notes.join(' · ')}
        </Text>
      )}
      <Text component="div" size="sm" dir="auto" className="content-text">
        {isMarked ? (
          <mark className="passage-mark" data-testid="passage-mark">
            {text}
          </mark>
        ) : (
          text
        )}
      </Text>
    </>
  );
}
