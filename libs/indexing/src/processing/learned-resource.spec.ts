import { type LearnedFromField, type PicturedField, thumbnailUri } from '@lectern/resource-store';
import fc from 'fast-check';
import { resourceRow } from '../../../resource-store/fixtures/resource-row';
import { learnedResource, learnedThumbnail } from './learned-resource';

const field = (members: Partial<LearnedFromField> = {}): LearnedFromField => ({
  summary: '',
  language: '',
  languages: [],
  mimeType: '',
  ...members,
});
const provisional = resourceRow('box', 'r', {
  title: 'a.pdf',
  titleIsProvisional: true,
  summaryIsProvisional: true,
  language: '',
  icon: 'application/generic',
});
const complete = { isComplete: true };

describe('what a resource learns from its fields', () => {
  it('is the first title, summary, language and media type among them, and all languages', () => {
    const fields = [
      field({ languages: ['la', ''] }),
      field({ title: 'Tides', summary: 'The sea', language: 'en', languages: ['en', 'fr'], mimeType: 'text/html' }),
      field({ title: 'Moon', summary: 'The moon', language: 'de', languages: ['de'], mimeType: 'text/plain' }),
    ];
    expect(learnedResource(provisional, fields, complete)).toEqual({
      ...provisional,
      title: 'Tides',
      titleIsProvisional: false,
      summary: 'The sea',
      icon: 'text/html',
      language: 'en',
      languages: ['en', 'la', 'fr', 'de'],
    });
  });

  it('may still be a better title, until all fields are known', () => {
    const fields = [field({ title: 'Tides' })];
    expect(learnedResource(provisional, fields, { isComplete: false })).toMatchObject({
      title: 'Tides',
      titleIsProvisional: true,
    });
    expect(learnedResource(provisional, [field()], complete)).toMatchObject({
      title: 'a.pdf',
      titleIsProvisional: true,
    });
  });

  it('is the name of the file without its extension, where nothing has a title', () => {
    const origin = { source: 'API' as const, metadata: {}, tags: [], collaborators: [], related: [] };
    const uploaded = { ...provisional, title: 'Plan 2.1.pdf', origin: { ...origin, filename: 'Plan 2.1.pdf' } };
    expect(learnedResource(uploaded, [field()], complete)).toMatchObject({
      title: 'Plan 2.1',
      titleIsProvisional: true,
    });
    expect(learnedResource(uploaded, [field()], { isComplete: false }).title).toBe('Plan 2.1.pdf');
    expect(learnedResource(uploaded, [field({ title: 'Tides' })], complete).title).toBe('Tides');
    expect(learnedResource({ ...uploaded, titleIsProvisional: false }, [field()], complete).title).toBe('Plan 2.1.pdf');
    const bare = { ...uploaded, title: 'Plan 2.1', origin: { ...origin, filename: 'Plan 2.1' } };
    expect(learnedResource(bare, [field()], complete).title).toBe('Plan 2.1');
  });

  const some = fc.constantFrom('', 'one', 'other');
  const fields = fc.array(
    fc.record({ title: some, summary: some, language: some, languages: fc.array(some), mimeType: some }),
    { maxLength: 3 },
  );

  it('never replaces what a caller chose', () => {
    const chosen = { title: 'Mine', summary: 'My words', language: 'es', icon: 'text/plain' };
    const resource = resourceRow('box', 'r', { ...chosen, languages: ['es', 'pt'] });
    fc.assert(
      fc.property(fields, fc.boolean(), (found, isComplete) => {
        const learned = learnedResource(resource, found, { isComplete });
        expect(learned).toMatchObject(chosen);
        expect(learned.languages.slice(0, 2)).toEqual(['es', 'pt']);
      }),
    );
  });

  it('is the same when it is learned twice', () => {
    fc.assert(
      fc.property(fields, fc.boolean(), (found, isComplete) => {
        const once = learnedResource(provisional, found, { isComplete });
        expect(learnedResource(once, found, { isComplete })).toEqual(once);
        expect(once.languages).not.toContain('');
      }),
    );
  });
});

describe('the picture that stands for a resource', () => {
  const [kbid, rid] = ['box', 'r'.repeat(32)];
  const ofField = (id: string, letter: 'f' | 'u' = 'f') => thumbnailUri({ kbid, rid, letter, id });
  const thumbnailOf = (thumbnail: string, pictured: readonly PicturedField[]) =>
    learnedThumbnail(resourceRow(kbid, rid, { thumbnail }), pictured);
  const learned = (thumbnail: string, ...files: string[]) =>
    thumbnailOf(
      thumbnail,
      files.map((id) => ({ letter: 'f', id })),
    );

  it('is that of a link where no file has one', () => {
    const link = { letter: 'u', id: 'a' } as const;
    expect(thumbnailOf('', [link])).toBe(ofField('a', 'u'));
    expect(thumbnailOf('', [link, { letter: 'f', id: 'a' }])).toBe(ofField('a'));
    expect(thumbnailOf(ofField('a', 'u'), [{ letter: 'f', id: 'a' }, link])).toBe(ofField('a', 'u'));
  });

  it('is that of its first picture, as long as there is one', () => {
    expect(learned('')).toBe('');
    expect(learned('', 'a', 'b')).toBe(ofField('a'));
    expect(learned(ofField('b'), 'a', 'b')).toBe(ofField('b'));
    expect(learned(ofField('c'), 'a', 'b')).toBe(ofField('a'));
    expect(learned(ofField('c'))).toBe('');
  });

  it('is the one that a user chose', () => {
    expect(learned('https://example.org/a.png', 'a')).toBe('https://example.org/a.png');
  });
});
