import { Stack, Text } from '@mantine/core';
import type { ExtractedParagraph } from '@lectern/contracts/knowledge-box';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { sliceCodePoints } from './code-points';
import { paragraphIndex, surroundings } from './context';
import { type PassagePlace, type TextRange, within } from './passage-id';
import './passage.css';

interface PassageTextProps {
  readonly text: string;
  readonly paragraphs: readonly ExtractedParagraph[];
  readonly place: PassagePlace;
  /** What is meant of the passage. */
  readonly exact?: TextRange | undefined;
}

const AROUND = 3;

/** A passage, marked, with the paragraphs around it. */
export function PassageText({ text, paragraphs, place, exact }: PassageTextProps) {
  const { t } = useTranslation('passage');
  const mark = useRef<HTMLElement>(null);
  const index = paragraphIndex(paragraphs, place);
  useEffect(() => {
    // Newer browsers return a promise, which React would take for what cleans up.
    void mark.current?.scrollIntoView({ block: 'center' });
  }, [place.start, place.end]);
  if (index < 0) return <Text role="alert">{t('changed')}</Text>;
  const passage = paragraphs[index];
  return (
    <Stack gap="sm" dir="auto">
      {surroundings(paragraphs, index, AROUND).map((one) => (
        <Text key={one.key} component="div" size="sm" dir="auto" className="content-text">
          {one === passage ? (
            <mark ref={mark} className="passage-mark" data-testid="passage-mark">
              <Exact text={text} passage={one} exact={exact && within(exact, one)} />
            </mark>
          ) : (
            sliceCodePoints(text, one.start, one.end)
          )}
        </Text>
      ))}
    </Stack>
  );
}

interface ExactProps extends Pick<PassageTextProps, 'text' | 'exact'> {
  readonly passage: TextRange;
}

/** A passage whose cited part stands out. */
function Exact({ text, passage, exact }: ExactProps) {
  if (!exact) return sliceCodePoints(text, passage.start, passage.end);
  return (
    <>
      {sliceCodePoints(text, passage.start, exact.start)}
      <strong>{sliceCodePoints(text, exact.start, exact.end)}</strong>
      {sliceCodePoints(text, exact.end, passage.end)}
    </>
  );
}
