const OPEN_XML = String.raw`application/vnd\.openxmlformats-officedocument`;

/** Kinds of documents as people name them, by media type. The first pattern that fits decides. */
const kinds = [
  [/^application\/(x-)?pdf$/, 'pdf'],
  [/^text\/html$|^application\/xhtml\+xml$/, 'html'],
  [/^text\/(x-)?markdown$/, 'markdown'],
  [/^text\/(csv|tab-separated-values)$|^application\/csv$/, 'csv'],
  [/^message\/rfc822$|^multipart\/related$|^application\/(vnd\.ms-outlook|(vnd\.)?ms-tnef)$/, 'mail'],
  [/^application\/mbox$/, 'mailbox'],
  [/^application\/stf-link$/, 'link'],
  [new RegExp(`^${OPEN_XML}\\.wordprocessingml|^application/(vnd\\.)?ms-?word`), 'docx'],
  [new RegExp(`^${OPEN_XML}\\.spreadsheetml|^application/vnd\\.ms-excel`), 'xlsx'],
  [new RegExp(`^${OPEN_XML}\\.presentationml|^application/(vnd\\.)?ms-powerpoint`), 'pptx'],
  [/opendocument\.text|\.apple\.pages$|^(application|text)\/rtf$/, 'document'],
  [/opendocument\.spreadsheet|\.apple\.numbers$/, 'sheet'],
  [/opendocument\.(presentation|graphics)|\.apple\.keynote$/, 'slides'],
  [/^application\/epub\+zip$/, 'book'],
  [/^text\/vtt$|^application\/x-subrip$/, 'subtitles'],
  [/calendar$/, 'calendar'],
  [/vcard$|^text\/directory$/, 'contacts'],
  [/json|jsonlines/, 'json'],
  [/^(text|application)\/(.+\+)?xml$/, 'xml'],
  [/zip|x-(tar|gtar|7z-compressed|bzip2|xz|rar-compressed|compress|cpio|lzip)$|vnd\.rar|zstd/, 'archive'],
  [/^application\/(javascript|x-sh|sql|toml|x-yaml|yaml)$|^text\/(x-|javascript|css)/, 'code'],
  [/^application\/stf-conversation$/, 'conversation'],
  [/^application\/stf-text$|^text\//, 'text'],
  [/^image\//, 'image'],
  [/^audio\//, 'audio'],
  [/^video\//, 'video'],
] as const;

/** Key of the catalogue of kinds; undefined for media types that have no better name. */
export type KindName = (typeof kinds)[number][1];

export function kindOf(mediaType: string): KindName | undefined {
  return kinds.find(([pattern]) => pattern.test(mediaType))?.[1];
}
