import fc from 'fast-check';
import { changed, required, tooLong, wireOf } from '../../validation/members.fixture';
import { refusals } from '../../validation/refused.fixture';
import { text } from '../../validation/requests.fixture';
import { QueryImage, rephrasePlaceholder } from './query-image.dto';

const smallest = { content_type: 'image/png', b64encoded: 'aaaa' };

describe('the image of a query', () => {
  it('is its media type and its bytes', () => {
    expect(wireOf(QueryImage, smallest)).toEqual({ content_type: 'text!', b64encoded: 'text!' });
    expect(refusals(QueryImage, {})).toEqual([`content_type: ${required}`, `b64encoded: ${required}`]);
  });

  it.each([
    ['content_type', 'image/svg+xml', 'text/html', "String should match pattern '^image\\/[\\w.+-]+$'"],
    [
      'content_type',
      'image/vnd.adobe-photoshop',
      'image/png; q=1',
      "String should match pattern '^image\\/[\\w.+-]+$'",
    ],
    ['content_type', `image/${text(94)}`, `image/${text(95)}`, tooLong(100)],
    ['b64encoded', 'ab+/', 'ab c', "String should match pattern '^[\\w+/-]+={0,2}$'"],
    ['b64encoded', 'ab-_', '', "String should match pattern '^[\\w+/-]+={0,2}$'"],
    ['b64encoded', 'aa==', 'aa===', "String should match pattern '^[\\w+/-]+={0,2}$'"],
    ['b64encoded', text(4_000_000), text(4_000_001), tooLong(4_000_000)],
  ])('has a proper %s only', (at, good, bad, fault) => {
    const faultsAt = (value: unknown) => refusals(QueryImage, changed(smallest, at, value));
    expect([faultsAt(good), faultsAt(bad)]).toEqual([[], [`${at}: ${fault}`]]);
  });

  it('may have any bytes but none', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1 }), (bytes) => {
        for (const encoding of ['base64', 'base64url'] as const)
          expect(refusals(QueryImage, { ...smallest, b64encoded: Buffer.from(bytes).toString(encoding) })).toEqual([]);
      }),
    );
  });
});

describe('a prompt that rewrites a question', () => {
  it('has a place for it, unless it is empty', () => {
    for (const prompt of ['{question}', 'a {question} b', '', null, undefined])
      expect(rephrasePlaceholder(prompt)).toBeUndefined();
    for (const prompt of ['question', '{ question }', '{Question}', ' '])
      expect(rephrasePlaceholder(prompt)).toBe('Rephrase prompt must contain the {question} placeholder');
  });
});
