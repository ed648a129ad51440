export type { Block, BlockKind, DocumentProperties, ExtractedDocument, FieldProblem, SheetPreview } from './extract/document';
export { extractConfig } from './extract/extract.config';
export { ExtractError } from './extract/extract-error';
export { Extractor, type ExtractSettings, type FileContent } from './extract/extractor';
export { type TextFormat, textFormats } from './extract/text-format';
export type { Paragraph, Sentence } from './split/paragraph';
export { type ParagraphOptions, splitDocument } from './split/split';
export { UnderstandingModule } from './understanding.module';
