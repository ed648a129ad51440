import { Stack, Text } from '@mantine/core';
import type { TextFieldValue } from '@lectern/contracts/knowledge-box';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Loading } from '../../../parts/loaded';

const MarkdownText = lazy(async () => ({ default: (await import('./markdown-text')).MarkdownText }));
const HtmlText = lazy(async () => ({ default: (await import('./html-text')).HtmlText }));

/** Characters that are formatted or shown at once; all of the text is below in its paragraphs. */
const SHOWN_CHARS = 200_000;

const MARKDOWN = ['MARKDOWN', 'KEEP_MARKDOWN'];

/** A text as it was written. */
export function TextView({ body, format }: Pick<TextFieldValue, 'body' | 'format'>) {
  const { t } = useTranslation('resource');
  const shown = body.slice(0, SHOWN_CHARS);
  return (
    <Stack gap="xs">
      {shown.length < body.length && <Text c="dimmed">{t('text.cut')}</Text>}
      <Suspense fallback={<Loading />}>
        <Formatted body={shown} format={format} />
      </Suspense>
    </Stack>
  );
}

function Formatted({ body, format }: Pick<TextFieldValue, 'body' | 'format'>) {
  if (MARKDOWN.includes(format)) return <MarkdownText markdown={body} />;
  if (format === 'HTML') return <HtmlText html={body} />;
  if (format === 'JSON' || format === 'JSONL') {
    return (
      <pre className="wide plain-text" tabIndex={0}>
        {format === 'JSON' ? indented(body) : body}
      </pre>
    );
  }
  return (
    <Text component="div" dir="auto" className="content-text">
      {body}
    </Text>
  );
}

function indented(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), undefined, 2);
  } catch {
    // Cut off in the middle.
    return json;
  }
}
