import type { ProcessingValue, UnderstoodField } from '@lectern/contracts/understanding';
import type { ExtractedDocument, FieldProblem } from '../extract/document';
import { FieldAnalysis, type UnderstandOptions } from './field-analysis';

/** Splits and enriches extracted text: texts and paragraphs, then the field. Pure; time grows with the text. */
export function* understandField(
  document: ExtractedDocument,
  options: UnderstandOptions = {},
): Generator<ProcessingValue> {
  const analysis = new FieldAnalysis(options);
  yield* analysis.add(document, { properties: document.properties, paged: document.pages > 0 });
  yield { field: analysis.finish(document) };
}

/** Nothing but the reason why there is nothing. @param mimeType empty where it is not known */
export function nothingUnderstood({ code, severity, body }: FieldProblem, mimeType = ''): UnderstoodField {
  return {
    summary: '',
    language: '',
    languages: [],
    mimeType,
    entities: [],
    links: [],
    errors: [{ code, severity, text: body }],
    page: {},
    pages: 0,
  };
}
