import { readGzip, readZip } from './formats/archive-file';
import { readMembers } from './formats/archive-members';
import { readCalendar } from './formats/calendar';
import { readCsvFile } from './formats/csv';
import { readEmail, readMailbox } from './formats/email';
import { readEpub } from './formats/epub';
import { readHtmlFile } from './formats/html-file';
import { readIwork } from './formats/iwork';
import { readJsonFile, readJsonLinesFile } from './formats/json';
import { readMarkdownFile } from './formats/markdown';
import { readOffice } from './formats/office';
import { readOpenDocument } from './formats/odf';
import { readOutlook } from './formats/outlook';
import { readPdf } from './formats/pdf';
import { readPicture } from './formats/picture';
import { readPlainFile, refuse } from './formats/plain';
import { readPowerPoint97 } from './formats/powerpoint-97';
import { readRstFile } from './formats/rst';
import { readSpreadsheet } from './formats/spreadsheet';
import { readSubtitles } from './formats/subtitles';
import { readWord97 } from './formats/word-97';
import { readTnef } from './formats/tnef';
import { readXml } from './formats/xml';
import type { FormatReader } from './reader';

const OPEN_XML = 'application/vnd.openxmlformats-officedocument';

/** Which reader takes which media type. The first pattern that fits decides. */
const readers: readonly (readonly [RegExp, FormatReader])[] = [
  [/^application\/(x-)?pdf$/, readPdf],
  [new RegExp(`^${OPEN_XML}\\.spreadsheetml|ms-excel|opendocument\\.spreadsheet`), readSpreadsheet],
  [
    new RegExp(`^${OPEN_XML}\\.(wordprocessingml|presentationml)|(word|powerpoint)\\.[a-z]+\\.macroenabled`),
    readOffice,
  ],
  [/opendocument\.(text|presentation|graphics)/, readOpenDocument],
  [/^application\/vnd\.ms-office\.encrypted$/, readOffice],
  [/^application\/epub\+zip$/, readEpub],
  [/^(application|text)\/rtf$/, readOffice],
  [/^message\/rfc822$|^multipart\/related$/, readEmail],
  [/^application\/vnd\.ms-outlook$/, readOutlook],
  [/^application\/(vnd\.)?ms-tnef$/, readTnef],
  [/^application\/(vnd\.)?ms-?word$/, readWord97],
  [/^application\/(vnd\.)?ms-powerpoint$/, readPowerPoint97],
  [/^application\/vnd\.apple\.(pages|numbers|keynote)$/, readIwork],
  [/^application\/mbox$/, readMailbox],
  [/^application\/(x-)?zip(-compressed)?$/, readZip],
  [/^application\/(x-)?gzip$/, readGzip],
  [/^application\/(x-(tar|gtar|7z-compressed|bzip2|xz|rar-compressed|compress|cpio|lzip)|vnd\.rar|zstd)$/, readMembers],
  [/^(text\/html|application\/xhtml\+xml)$/, readHtmlFile],
  [/^text\/(x-)?markdown$/, readMarkdownFile],
  [/^text\/(x-|prs\.fallenstein\.)?rst$/, readRstFile],
  [/^application\/(x-ndjson|jsonl|x-jsonlines|json-seq)$/, readJsonLinesFile],
  [/^application\/(.+\+)?json$/, readJsonFile],
  [/^text\/(csv|tab-separated-values)$|^application\/csv$/, readCsvFile],
  [/^text\/((x-)?vcalendar|calendar|(x-)?vcard|directory)$/, readCalendar],
  [/^text\/vtt$|^application\/x-subrip$/, readSubtitles],
  [/^(text|application)\/(.+\+)?xml$/, readXml],
  [/^image\/(png|jpeg|gif|webp|tiff|bmp|jp2|x-portable-\w+)$/, readPicture],
  [/^text\/|^application\/(javascript|x-sh|sql|toml|x-yaml|yaml)$/, readPlainFile],
];

/** @returns one that refuses when no reader takes the type */
export function readerOf(mediaType: string): FormatReader {
  return readers.find(([pattern]) => pattern.test(mediaType))?.[1] ?? refuse;
}

export function isReadable(mediaType: string): boolean {
  return readerOf(mediaType) !== refuse;
}
