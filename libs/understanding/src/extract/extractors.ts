import { readCsvFile } from './formats/csv';
import { readHtmlFile } from './formats/html';
import { readJsonFile, readJsonLinesFile } from './formats/json';
import { readMarkdownFile } from './formats/markdown';
import { readPdf } from './formats/pdf';
import { readPlainFile, refuse } from './formats/plain';
import { readRstFile } from './formats/rst';
import { readWord } from './formats/word';
import type { FormatReader } from './reader';

const openXml = 'application/vnd.openxmlformats-officedocument';

/** Which reader takes which media type. The first pattern that fits decides. */
const readers: readonly (readonly [RegExp, FormatReader])[] = [
  [/^application\/(x-)?pdf$/, readPdf],
  [new RegExp(`^${openXml}\\.wordprocessingml|word\\.(document|template)\\.macroenabled`), readWord],
  [/^(text\/html|application\/xhtml\+xml)$/, readHtmlFile],
  [/^text\/(x-)?markdown$/, readMarkdownFile],
  [/^text\/(x-|prs\.fallenstein\.)?rst$/, readRstFile],
  [/^application\/(x-ndjson|jsonl|x-jsonlines|json-seq)$/, readJsonLinesFile],
  [/^application\/(.+\+)?json$/, readJsonFile],
  [/^text\/(csv|tab-separated-values)$|^application\/csv$/, readCsvFile],
  [/^text\/|^application\/(javascript|x-sh|sql|toml|x-yaml|yaml)$/, readPlainFile],
];

/** @returns one that refuses when no reader takes the type */
export function readerOf(mediaType: string): FormatReader {
  return readers.find(([pattern]) => pattern.test(mediaType))?.[1] ?? refuse;
}

export function isReadable(mediaType: string): boolean {
  return readerOf(mediaType) !== refuse;
}
