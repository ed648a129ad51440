import { type ExtractedData, getField } from '@lectern/contracts/knowledge-box';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client';
import type { FieldPlace } from './passage-id';

/** A field with its value and what processing found in it. */
export const fieldQuery = (kbid: string, { rid, fieldType, fieldId }: FieldPlace) =>
  queryOptions({
    queryKey: ['box', kbid, 'resource', rid, 'field', fieldType, fieldId],
    queryFn: ({ signal }) =>
      api.document(getField, {
        params: { kbid, rid, field_type: fieldType, field_id: fieldId },
        query: { show: ['value', 'extracted', 'error'], extracted: ['text', 'metadata', 'file', 'link'] },
        signal,
      }),
  });

/** The extracted text and its paragraphs: of the field, or of a message of a conversation. */
export function readableText(extracted: ExtractedData | undefined, split?: string) {
  const text = split === undefined ? extracted?.text?.text : extracted?.text?.split_text[split];
  const found = extracted?.metadata;
  const metadata = split === undefined ? found?.metadata : found?.split_metadata[split];
  return { text: text ?? '', paragraphs: metadata?.paragraphs ?? [] };
}
