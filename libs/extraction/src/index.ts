export { type DrawnPicture, pageName, THUMBNAIL_NAME } from './drawing/drawn-picture';
export { defaultLimits } from './extract/limits';
export { Extractor, type ExtractorOptions, type FieldContent } from './extractor';
export type { FetchedPage, PageFetcher } from './link';
export { nothingUnderstood } from './enrich/understand-field';
export { mentionsIn } from './enrich/entities/entities';
export type { EntityLabel, Mention } from './enrich/entities/mention';
export { languageOfText } from './enrich/language';
export { summarize, type SummaryLength } from './enrich/summary';
