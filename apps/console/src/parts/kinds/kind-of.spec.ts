import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { kindOf } from './kind-of';

const OPEN_XML = 'application/vnd.openxmlformats-officedocument';

describe('the kind of a document', () => {
  it.each([
    ['application/pdf', 'pdf'],
    ['message/rfc822', 'mail'],
    ['text/plain', 'text'],
    ['text/vtt', 'subtitles'],
    ['text/calendar', 'calendar'],
    ['application/epub+zip', 'book'],
    ['application/zip', 'archive'],
    ['application/geo+json', 'json'],
    ['image/svg+xml', 'image'],
    ['application/atom+xml', 'xml'],
    ['audio/mpeg', 'audio'],
    ['video/mp4', 'video'],
    [`${OPEN_XML}.wordprocessingml.document`, 'docx'],
    [`${OPEN_XML}.spreadsheetml.sheet`, 'xlsx'],
    ['application/vnd.oasis.opendocument.text', 'document'],
    ['application/msword', 'docx'],
    ['chemical/x-pdb', undefined],
    ['toString', undefined],
    ['', undefined],
  ])('of %s is %s', (mediaType, kind) => {
    expect(kindOf(mediaType)).toBe(kind);
  });

  it.each(['en', 'es'])('has a text in %s', (language) => {
    const texts = Object.keys(JSON.parse(readFileSync(join(__dirname, `texts.${language}.json`), 'utf8')));
    const source = readFileSync(join(__dirname, 'kind-of.ts'), 'utf8');
    const names = [...source.matchAll(/, '(\w+)'\],/g)].map(([, name]) => name);
    expect(names.length).toBeGreaterThan(20);
    expect(texts.sort()).toEqual(names.sort());
  });
});
