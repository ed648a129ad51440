import { validate, validateInput } from '../../validation/validate';
import { refusals, violations } from '../../validation/refused.fixture';
import {
  ACCESS_GROUPS_MAX,
  CLASSIFICATIONS_MAX,
  FIELDS_PER_REQUEST_MAX,
  GROUP_CHARS_MAX,
  METADATA_ENTRIES_MAX,
} from '../limits';
import { createResource, modifyResource } from '../resource/resource.operations';
import { CreateResourcePayload, ModifyResourcePayload } from './resource-payload.dto';

const both = [CreateResourcePayload, ModifyResourcePayload] as const;
const repeated = <T>(count: number, of: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => of(i));
const placesOf = (value: object) => refusals(CreateResourcePayload, value).map((refusal) => refusal.split(':')[0]);

describe.each(both)('%p', (payload) => {
  it('says how fields are processed', () => {
    const processed = (processing_options: unknown) => refusals(payload, { processing_options });
    expect([processed({ ml_text: false }), processed({ ml_text: null }), processed({}), processed(null)]).toEqual([
      [],
      [],
      [],
      [],
    ]);
    expect(processed({ ml_text: 'perhaps' })).toHaveLength(1);
    expect(processed('fast')).toHaveLength(1);
    expect(processed({ extract_strategy: 'a', split_strategy: 'b' })).toEqual([]);
    expect(processed({ extract_strategy: 'a'.repeat(251) })).toHaveLength(1);
  });

  it('accepts what clients send for members that they do not use, and leaves it out', () => {
    const idle = {
      conversations: {},
      key_values: null,
      fieldmetadata: [],
      processing_options: { extract_strategy: '', split_strategy: null },
      usermetadata: { classifications: [], relations: [] },
      origin: { url: 'https://a.example', sync_metadata: null, tags: [] },
      texts: { a: { body: 'x', extract_strategy: '', split_strategy: null } },
      security: null,
      hidden: null,
    };
    expect(validate(payload, idle)).toEqual({
      texts: { a: { body: 'x', format: 'PLAIN', extract_strategy: '', split_strategy: null } },
      files: {},
      links: {},
      key_values: {},
      conversations: {},
      fieldmetadata: [],
      processing_options: { extract_strategy: '', split_strategy: null },
      usermetadata: { classifications: [], relations: [] },
      origin: { url: 'https://a.example', metadata: {}, sync_metadata: null, tags: [], collaborators: [], related: [] },
      security: null,
      hidden: null,
    });
    expect(refusals(payload, { processing_options: null, conversations: null, fieldmetadata: null })).toEqual([]);
  });

  it.each([
    [{ security: { groups: ['hr'] } }, 'security.groups'],
    [{ security: { group: 'hr' } }, 'security.group'],
    [{ security: { access_groups: [], x: 1 } }, 'security.x'],
    [{ access_groups: ['hr'] }, 'access_groups'],
    [{ Security: { access_groups: ['hr'] } }, 'Security'],
    [{ security_groups: ['hr'] }, 'security_groups'],
  ])('refuses %j, which would leave the resource public', (body, place) => {
    expect(refusals(payload, body)).toEqual([expect.stringMatching(`^${place}: Extra inputs are not permitted`)]);
  });

  it('ignores other members that it does not know', () => {
    expect(refusals(payload, { zone: 'x', origin: { other: 1 }, texts: { a: { body: '', md5: 'x' } } })).toEqual([]);
  });
});

describe('a resource', () => {
  it('has metadata that every client can read back: texts by name', () => {
    const metadata = { a: 'x', b: 1, c: null, d: ['x'], e: { f: 'x' } };
    const wrong = ['b', 'c', 'd', 'e'];
    expect(placesOf({ metadata: { metadata } })).toEqual(wrong.map((name) => `metadata.metadata.${name}`));
    expect(placesOf({ origin: { metadata } })).toEqual(wrong.map((name) => `origin.metadata.${name}`));
    const uri = 'https://a.example';
    for (const member of ['headers', 'cookies', 'localstorage'])
      expect(placesOf({ links: { l: { uri, [member]: metadata } } })).toEqual(
        wrong.map((name) => `links.l.${member}.${name}`),
      );
    expect(placesOf({ files: { f: { file: { uri, extra_headers: metadata } } } })).toEqual(
      wrong.map((name) => `files.f.file.extra_headers.${name}`),
    );
  });

  it.each([
    ['summary', { summary: 'x'.repeat(100_001) }],
    ['thumbnail', { thumbnail: 'x'.repeat(65_537) }],
    ['icon', { icon: `text/${'x'.repeat(255)}` }],
    ['metadata.language', { metadata: { language: 'not a language' } }],
    ['metadata.languages.1', { metadata: { languages: ['en', 'e n'] } }],
    [
      'metadata.metadata',
      { metadata: { metadata: Object.fromEntries(repeated(METADATA_ENTRIES_MAX + 1, (i) => [`k${i}`, ''])) } },
    ],
    ['metadata.metadata', { metadata: { metadata: Object.fromEntries(repeated(10, (i) => [i, 'x'.repeat(65_000)])) } }],
    [
      'usermetadata.classifications',
      {
        usermetadata: { classifications: repeated(CLASSIFICATIONS_MAX + 1, (i) => ({ labelset: 's', label: `${i}` })) },
      },
    ],
    [
      'usermetadata.classifications.0.label',
      { usermetadata: { classifications: [{ labelset: 's', label: 'x'.repeat(1_025) }] } },
    ],
    [
      'usermetadata.classifications',
      { usermetadata: { classifications: repeated(65, (i) => ({ labelset: 's'.repeat(1_020), label: `${i}` })) } },
    ],
    ['origin.source_id', { origin: { source_id: 'x'.repeat(2_049) } }],
    ['origin.url', { origin: { url: 'x'.repeat(8_193) } }],
    ['origin.filename', { origin: { filename: 'x'.repeat(2_049) } }],
    ['origin.collaborators.0', { origin: { collaborators: ['x'.repeat(513)] } }],
    ['origin.collaborators', { origin: { collaborators: repeated(101, (i) => `c${i}`) } }],
    ['origin.related.0', { origin: { related: ['x'.repeat(2_049)] } }],
    ['security.access_groups', { security: { access_groups: repeated(ACCESS_GROUPS_MAX + 1, (i) => `g${i}`) } }],
    ['security.access_groups.0', { security: { access_groups: ['x'.repeat(GROUP_CHARS_MAX + 1)] } }],
    [`texts.${'f'.repeat(251)}.[key]`, { texts: { ['f'.repeat(251)]: { body: 'x' } } }],
    ['extra.metadata', { extra: { metadata: repeated(65, () => 0).reduce<object>((inner) => ({ inner }), {}) } }],
  ])('has a bound on %s that the refusal names', (place, body) => {
    const [found, ...others] = violations(() => validate(CreateResourcePayload, body));
    expect([found?.loc.join('.'), others]).toEqual([place, []]);
    expect(found?.msg).toMatch(/\d|pattern/);
  });

  it('accepts what lies within the bounds', () => {
    const body = {
      summary: 'x'.repeat(100_000),
      origin: { collaborators: repeated(100, (i) => `${i}`.padEnd(512, 'x')) },
      metadata: { language: 'pt-BR', languages: ['en', 'zh_Hans_CN', ''] },
      security: { access_groups: repeated(ACCESS_GROUPS_MAX, (i) => `${i}`.padEnd(GROUP_CHARS_MAX, 'x')) },
      usermetadata: {
        classifications: repeated(CLASSIFICATIONS_MAX, (i) => ({ labelset: 's'.repeat(60), label: `${i}` })),
      },
    };
    expect(refusals(CreateResourcePayload, body)).toEqual([]);
  });

  it('counts the fields of a request over all kinds', () => {
    const texts = (count: number) => Object.fromEntries(repeated(count, (i) => [`t${i}`, { body: '' }]));
    const links = { a: { uri: 'https://a.example' } };
    expect(refusals(CreateResourcePayload, { texts: texts(FIELDS_PER_REQUEST_MAX - 1), links })).toEqual([]);
    expect(refusals(CreateResourcePayload, { texts: texts(FIELDS_PER_REQUEST_MAX), links })).toEqual([
      `: Value error, a request has at most ${FIELDS_PER_REQUEST_MAX} fields`,
    ]);
  });
});

describe.each([createResource, modifyResource])('the headers of $name', ({ headers }) => {
  const read = (header: object) => violations(() => validateInput({ header: headers }, { header }));

  it('say whether the bytes of files are kept', () => {
    for (const value of ['false', '0', 'true', '1', 'yes', undefined])
      expect(read({ 'x-skip-store': value })).toEqual([]);
    for (const value of ['perhaps', '2'])
      expect(read({ 'x-skip-store': value })).toMatchObject([{ loc: ['header', 'x-skip-store'] }]);
    expect(read({ 'x-synchronous': 'true', 'x-kbdb-user': 'me' })).toEqual([]);
  });
});
