import fc from 'fast-check';
import { isHarmless } from './harmless-type';

const harmless = [
  'text/plain',
  'text/csv',
  'application/json',
  'application/pdf',
  'image/png',
  'audio/mpeg',
  'video/mp4',
];

const scriptable = [
  'text/html',
  'text/xml',
  'text/xsl',
  'application/xhtml+xml',
  'application/xml',
  'image/svg+xml',
  'application/rss+xml',
  'application/atom+xml',
  'application/rdf+xml',
  'application/mathml+xml',
  'application/vnd.wap.xhtml+xml',
  'application/pdf+xml',
  'audio/any+xml',
  'video/mp4+xml',
  'image/png+xml',
  'multipart/related',
  'message/rfc822',
  'text/javascript',
  'application/octet-stream',
  'x',
  '',
];

/** The same type as a careless or hostile client may write it. */
const spellings = (types: readonly string[]) =>
  fc
    .tuple(fc.constantFrom(...types), fc.func(fc.boolean()), fc.constantFrom('', ' ', '\t'))
    .chain(([type, upper, space]) =>
      fc
        .constantFrom('', ';', '; charset=utf-8', ';charset="text/plain"', ' ; a=b; c=d', '; image/png')
        .map((end) => `${space}${[...type].map((c, i) => (upper(i) ? c.toUpperCase() : c)).join('')}${end}`),
    );

describe('a type shown in place', () => {
  it('is harmless when it is on the list, in whatever spelling', () => {
    fc.assert(fc.property(spellings(harmless), (type) => isHarmless(type)));
  });

  it('is not when browsers run scripts of it, in whatever spelling', () => {
    fc.assert(fc.property(spellings(scriptable), (type) => !isHarmless(type)));
  });

  it('is not when it is any other', () => {
    const word = fc.stringMatching(/^[a-z0-9.+-]{1,12}$/);
    const other = fc
      .tuple(fc.constantFrom('text', 'image', 'audio', 'video', 'application', 'font', 'model'), word)
      .map(([family, name]) => `${family}/x-${name}`)
      .filter((type) => type !== 'audio/x-wav');
    fc.assert(
      fc.property(
        spellings(['text/html']).chain(() => other),
        (type) => !isHarmless(type),
      ),
    );
  });

  it('is not when there are several, since browsers believe the last', () => {
    const pair = fc.tuple(spellings(harmless), spellings([...harmless, ...scriptable]));
    fc.assert(fc.property(pair, (types) => !isHarmless(types.join(','))));
  });

  it('is not when it is no type', () => {
    const known = new RegExp(`^\\s*(${harmless.map((type) => type.split('/')[0]).join('|')})/`, 'i');
    fc.assert(
      fc.property(
        fc.string().filter((text) => !known.test(text)),
        (text) => !isHarmless(text),
      ),
    );
  });
});
