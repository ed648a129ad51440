export type {
  Block,
  BlockKind,
  DocumentProperties,
  ExtractedDocument,
  FieldProblem,
  SheetPreview,
} from './extract/document';
export { extractConfig } from './extract/extract.config';
export { ExtractError } from './extract/extract-error';
export {
  type ExtractOptions,
  Extractor,
  type ExtractSettings,
  type FieldContent,
  type FileContent,
} from './extract/extractor';
export type { FetchedPage, LinkContent, PageFetcher } from './extract/link';
export { type TextFormat, textFormats } from './extract/text-format';
export type { Paragraph, Sentence } from './split/paragraph';
export { type ParagraphOptions, splitDocument } from './split/split';
export { UnderstandingModule } from './understanding.module';
export type { Entity, EntityLabel } from './enrich/entities/mention';
export { understandField, type UnderstandOptions, type UnderstoodDocument } from './enrich/understand-field';
