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
import { type PassagePlace, passagePlace, type TextRange, within } from './passage-id';
import { PassageText } from './passage-text';
import { pdfUrl } from './stored-file';

const PdfViewer = lazy(async () => ({ default: (await import('../pdf/pdf-viewer')).PdfViewer }));

interface PassageProps {
  readonly kbid: string;
  /** `{rid}/{letter}/{field}[/{message}]/{start}-{end}`, as results of searches and citations name it. */
  readonly paragraphId: string;
  /** What is meant of it, in code points of the text of the field. */
  readonly exact?: TextRange | undefined;
}

/** A document at a passage, which is marked: the page of a PDF with rectangles, otherwise the text around it. */
export function Passage({ kbid, paragraphId, exact }: PassageProps) {
  const { t } = useTranslation('passage');
  const place = passagePlace(paragraphId);
  return place ? <PlacedPassage kbid={kbid} place={place} exact={exact} /> : <Text role="alert">{t('unknown')}</Text>;
}

interface PlacedProps extends Pick<PassageProps, 'kbid' | 'exact'> {
  readonly place: PassagePlace;
}

function PlacedPassage({ kbid, place, exact }: PlacedProps) {
  const field = useQuery(fieldQuery(kbid, place));
  return <Loaded query={field}>{(data) => <FieldAtPassage field={data} place={place} exact={exact} />}</Loaded>;
}

interface FieldAtPassageProps extends Pick<PassageProps, 'exact'> {
  readonly field: Field;
  readonly place: PassagePlace;
}

/** A field that was read, opened at a passage. */
export function FieldAtPassage({ field, place, exact }: FieldAtPassageProps) {
  const { extracted, value } = field;
  const { text, paragraphs } = readableText(extracted, place.split);
  const paragraph = paragraphs[paragraphIndex(paragraphs, place)];
  const url = pdfUrl(value, extracted?.metadata?.metadata.mime_type);
  if (url === undefined || !paragraph?.page) {
    return <PassageText text={text} paragraphs={paragraphs} place={place} exact={exact} />;
  }
  const { page } = paragraph.page;
  const { start, end } = (exact && within(exact, paragraph)) ?? paragraph;
  const mark = { text: sliceCodePoints(text, start, end), ...pageWords(extracted?.file, page) };
  return (
    <Suspense fallback={<Loading />}>
      <PdfViewer url={url} at={{ page: page + 1, mark }} />
    </Suspense>
  );
}
