import { Text, Tooltip, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Source } from './citations';

interface CitationMarkProps {
  readonly source: Source;
  readonly onOpen: (source: Source) => void;
}

const PREVIEW_CHARS_MAX = 320;

function shortened(text: string): string {
  return text.length > PREVIEW_CHARS_MAX ? `${text.slice(0, PREVIEW_CHARS_MAX)}…` : text;
}

/** The number of a source: shows the passage, and opens the document there. */
export function CitationMark({ source, onOpen }: CitationMarkProps) {
  const { t } = useTranslation('ask');
  const { number, passage } = source;
  const mark = (
    <UnstyledButton
      className="citation-mark"
      aria-label={t('source.open', { number, title: passage?.title ?? t('source.unknown') })}
      onClick={() => onOpen(source)}
    >
      {number}
    </UnstyledButton>
  );
  if (!passage) return mark;
  return (
    <Tooltip
      multiline
      maw={360}
      withArrow
      events={{ hover: true, focus: true, touch: false }}
      label={<Preview title={passage.title} text={passage.text} />}
    >
      {mark}
    </Tooltip>
  );
}

function Preview({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <>
      <Text size="sm" fw={600} dir="auto" lineClamp={2}>
        {title}
      </Text>
      <Text size="sm" className="content-text" dir="auto" lineClamp={8}>
        {shortened(text)}
      </Text>
    </>
  );
}
