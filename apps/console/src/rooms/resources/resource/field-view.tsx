import { Anchor, Stack, Text } from '@mantine/core';
import type { Field, KeyValueFieldValue, LinkFieldValue, TextFieldValue } from '@lectern/contracts/knowledge-box';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Loading } from '../../../parts/loaded';
import { FieldAtPassage } from '../../../parts/passage/passage';
import type { PassagePlace } from '../../../parts/passage/passage-id';
import { isFileValue, pdfUrl, storedFileUrl } from '../../../parts/passage/stored-file';
import { BlobImage } from './blob-image';
import { ConversationView } from './conversation-view';
import { KeyValuesView } from './key-values-view';
import { sheetsOf } from './sheets';
import { SheetsView } from './sheets-view';
import { TextView } from './text-view';

const PdfViewer = lazy(async () => ({ default: (await import('../../../parts/pdf/pdf-viewer')).PdfViewer }));

interface FieldViewProps {
  readonly kbid: string;
  readonly rid: string;
  readonly field: Field;
  /** Where a PDF opens. */
  readonly place?: PassagePlace;
}

/** A field as people read it. */
export function FieldView({ kbid, rid, field, place }: FieldViewProps) {
  const { field_type: fieldType, field_id: fieldId, value, extracted } = field;
  // By the contract of the interface, the value is as the type of the field says.
  const as = <T,>() => value as T;
  if (fieldType === 'conversation') return <ConversationView kbid={kbid} place={{ rid, fieldType, fieldId }} />;
  if (fieldType === 'key_value') return <KeyValuesView name={fieldId} data={as<KeyValueFieldValue>().data} />;
  if (fieldType === 'text') return <TextView {...as<TextFieldValue>()} />;
  if (fieldType === 'link') return <LinkView value={as<LinkFieldValue>()} text={extracted?.text?.text} />;
  return <FileView field={field} place={place} />;
}

/** Pictures that are larger are downloaded instead. */
const PICTURE_BYTES = 30 * 1024 * 1024;

function FileView({ field, place }: Pick<FieldViewProps, 'field' | 'place'>) {
  const { t } = useTranslation('resource');
  const { value, extracted } = field;
  if (!isFileValue(value)) return null;
  const { uri, content_type: type, filename, size } = value.file;
  const pdf = pdfUrl(value, extracted?.metadata?.metadata.mime_type);
  if (pdf !== undefined) {
    if (place) return <FieldAtPassage field={field} place={place} />;
    return (
      <Suspense fallback={<Loading />}>
        <PdfViewer url={pdf} />
      </Suspense>
    );
  }
  const url = storedFileUrl(uri);
  if (url !== undefined && type.startsWith('image/') && size <= PICTURE_BYTES) {
    return <BlobImage url={url} alt={filename} fit="contain" mah="80vh" />;
  }
  const sheets = sheetsOf(extracted?.file);
  if (sheets.length > 0) return <SheetsView sheets={sheets} />;
  const text = extracted?.text?.text ?? '';
  if (text !== '') return <TextView body={text} format={type === 'text/markdown' ? 'MARKDOWN' : 'PLAIN'} />;
  return <Text c="dimmed">{t('nothingToShow')}</Text>;
}

function LinkView({ value, text = '' }: { readonly value: LinkFieldValue; readonly text?: string }) {
  const { t } = useTranslation('resource');
  return (
    <Stack gap="sm">
      <WebAddress address={value.uri} />
      {text === '' ? <Text c="dimmed">{t('nothingToShow')}</Text> : <TextView body={text} format="PLAIN" />}
    </Stack>
  );
}

/** A link for addresses of the web; anything else is text. */
export function WebAddress({ address }: { readonly address: string }) {
  if (!/^https?:\/\//i.test(address)) return <span className="content-text">{address}</span>;
  return (
    <Anchor href={address} target="_blank" rel="noopener noreferrer" underline="always" className="content-text">
      {address}
    </Anchor>
  );
}
