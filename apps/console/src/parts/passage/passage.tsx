import { Text } from '@mantine/core';
import type { Field } from '@lectern/contracts/knowledge-box';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Loaded, Loading } from '../loaded';
import { sliceCodePoints } from './code-points';
import { paragraphIndex } from './context';
import { fieldQuery, readableText } from './field-query';
import { pageWords } from './page-words';
import { type PassagePlace, passagePlace } from './passage-id';
import { PassageText } from './passage-text';
import { pdfUrl } from './stored-file';

const PdfViewer = lazy(async () => ({ default: (await import('../pdf/pdf-viewer')).PdfViewer }));

interface PassageProps {
  readonly kbid: string;
  /** `{rid}/{letter}/{field}[/{message}]/{start}-{end}`, as results of searches and citations name it. */
  readonly paragraphId: string;
}

/** A document at a passage, which is marked: the page of a PDF with rectangles, otherwise the text around it. */
export function Passage({ kbid, paragraphId }: PassageProps) {
  const { t } = useTranslation('passage');
  const place = passagePlace(paragraphId);
  return place ? <PlacedPassage kbid={kbid} place={place} /> : <Text role="alert">{t('unknown')}</Text>;
}

function PlacedPassage({ kbid, place }: { readonly kbid: string; readonly place: PassagePlace }) {
  const field = useQuery(fieldQuery(kbid, place));
  return <Loaded query={field}>{(data) => <FieldAtPassage field={data} place={place} />}</Loaded>;
}

/** A field that was read, opened at a passage. */
export function FieldAtPassage({ field, place }: { readonly field: Field; readonly place: PassagePlace }) {
  const { extracted, value } = field;
  const { text, paragraphs } = readableText(extracted, place.split);
  const paragraph = paragraphs[paragraphIndex(paragraphs, place)];
  const url = pdfUrl(value, extracted?.metadata?.metadata.mime_type);
  if (url === undefined || !paragraph?.page) {
    return <PassageText text={text} paragraphs={paragraphs} place={place} />;
  }
  const { page } = paragraph.page;
  const mark = { text: sliceCodePoints(text, paragraph.start, paragraph.end), ...pageWords(extracted?.file, page) };
  return (
    <Suspense fallback={<Loading />}>
      <PdfViewer url={url} at={{ page: page + 1, mark }} />
    </Suspense>
  );
}
