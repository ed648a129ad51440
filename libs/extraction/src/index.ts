export { defaultLimits } from './extract/limits';
export { Extractor, type ExtractorOptions, type FieldContent } from './extractor';
export type { FetchedPage, PageFetcher } from './link';
