import { validate, validateInput } from '../../validation/validate';
import { refusals, violations } from '../../validation/refused.fixture';
import { beyond, faults, list, map, received, text } from '../../validation/requests.fixture';
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
    ['metadata.language', { metadata: { language: 'not a language' } }],
    ['metadata.languages.1', { metadata: { languages: ['en', 'e n'] } }],
    ['metadata.metadata', { metadata: { metadata: Object.fromEntries(repeated(10, (i) => [i, 'x'.repeat(65_000)])) } }],
    [`texts.${'f'.repeat(251)}.[key]`, { texts: { ['f'.repeat(251)]: { body: 'x' } } }],
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
      security: { access_groups: repeated(1_000, (i) => `${i}`.padEnd(512, 'x')) },
      usermetadata: {
        classifications: repeated(1_000, (i) => ({ labelset: 's'.repeat(60), label: `${i}` })),
      },
    };
    expect(refusals(CreateResourcePayload, body)).toEqual([]);
  });

  it('counts the fields of a request over all kinds', () => {
    const links = { a: { uri: 'https://a.example' } };
    const texts = (size: number) => ({ texts: map(size, () => ({ body: '' })), links });
    expect(beyond(999, (size) => refusals(CreateResourcePayload, texts(size)))).toEqual([
      ': Value error, a request has at most 1000 fields',
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

describe('a new resource', () => {
  const refused = (body: unknown) => faults(createResource, { body });

  it('may be empty', () => {
    expect(received(createResource, { body: {} })).toMatchObject({
      body: { texts: {}, files: {}, links: {}, conversations: {}, key_values: {} },
    });
    for (const member of ['title', 'summary', 'slug', 'icon', 'thumbnail', 'metadata', 'usermetadata', 'origin'])
      expect(received(createResource, { body: {} })).not.toHaveProperty(`body.${member}`);
  });

  it('takes null for each of its members', () => {
    const names = ['title', 'summary', 'slug', 'icon', 'thumbnail', 'metadata', 'usermetadata', 'fieldmetadata'].concat(
      [
        ...['origin', 'extra', 'hidden', 'texts', 'files', 'links', 'conversations', 'key_values'],
        ...['processing_options', 'security', 'wait_for_commit'],
      ],
    );
    expect(refused(Object.fromEntries(names.map((name) => [name, null])))).toEqual([]);
  });

  it.each([[null], [undefined]])('is refused without a body: %p', (body) => {
    expect(refused(body)).toEqual(['body: Field required']);
  });

  it.each([['tides'], [7], [[]], [[{ title: 'x' }]]])('is an object, not %j', (body) => {
    expect(refused(body)).toEqual(['body: Input should be a valid dictionary or object to extract fields from']);
  });

  it.each([
    ['title', 7, 'Input should be a valid string'],
    ['title', ['x'], 'Input should be a valid string'],
    ['hidden', 'maybe', 'Input should be a valid boolean, unable to interpret input'],
    ['hidden', {}, 'Input should be a valid boolean'],
    ['texts', [], 'Input should be a valid dictionary'],
    ['fieldmetadata', {}, 'Input should be a valid list'],
    ['extra', 'x', 'Input should be a valid dictionary or object to extract fields from'],
    ['origin', [], 'Input should be a valid dictionary or object to extract fields from'],
    ['slug', 'a b', "String should match pattern '^[a-zA-Z0-9:_-]{1,250}$'"],
    ['slug', '', "String should match pattern '^[a-zA-Z0-9:_-]{1,250}$'"],
    ['slug', 'Grüße', "String should match pattern '^[a-zA-Z0-9:_-]{1,250}$'"],
  ])('has no %s %j', (member, value, fault) => {
    expect(refused({ [member]: value })).toEqual([`body.${member}: ${fault}`]);
  });

  it('names all faults at once, each at its place', () => {
    const body = { title: 1, origin: { tags: ['a', 2], url: 3 }, texts: { 'a b': { body: 'x' }, c: {} } };
    expect(refused(body)).toEqual([
      'body.title: Input should be a valid string',
      'body.origin.url: Input should be a valid string',
      'body.origin.tags.1: Input should be a valid string',
      "body.texts.a b.[key]: Value error, Invalid field_id: 'a b'. Field ID must be a string with only letters, " +
        'numbers, underscores, colons and dashes.',
      'body.texts.c.body: Field required',
    ]);
  });

  it.each(['texts', 'files', 'links', 'conversations', 'key_values'])(
    'refuses field ids of %s with their text',
    (type) => {
      for (const id of ['a/b', 'a.b', 'ä', ''])
        expect(refused({ [type]: { [id]: { body: 'x', uri: 'https://a.example', file: {} } } })).toEqual([
          `body.${type}.${id}.[key]: Value error, Invalid field_id: '${id}'. Field ID must be a string with only ` +
            'letters, numbers, underscores, colons and dashes.',
        ]);
    },
  );

  it('counts characters as code points', () => {
    expect(refused({ title: '😀'.repeat(2_048) })).toEqual([]);
    expect(refused({ title: '😀'.repeat(2_049) })).toEqual(['body.title: String should have at most 2048 characters']);
  });

  it.each<[string, number, (size: number) => object]>([
    ['body.title: String should have at most 2048 characters', 2_048, (size) => ({ title: text(size) })],
    ['body.summary: String should have at most 100000 characters', 100_000, (size) => ({ summary: text(size) })],
    ['body.thumbnail: String should have at most 65536 characters', 65_536, (size) => ({ thumbnail: text(size) })],
    ['body.icon: String should have at most 255 characters', 255, (size) => ({ icon: text(size) })],
    [
      'body.metadata.languages: List should have at most 1024 items after validation, not 1025',
      1_024,
      (size) => ({ metadata: { languages: list(size, () => 'en') } }),
    ],
    [
      'body.origin.tags: List should have at most 300 items after validation, not 301',
      300,
      (size) => ({ origin: { tags: list(size, (index) => `t${index}`) } }),
    ],
    [
      'body.origin.tags.0: String should have at most 512 characters',
      512,
      (size) => ({ origin: { tags: [text(size)] } }),
    ],
    [
      'body.origin.collaborators: List should have at most 100 items after validation, not 101',
      100,
      (size) => ({ origin: { collaborators: list(size, () => 'me') } }),
    ],
    [
      'body.origin.related: List should have at most 100 items after validation, not 101',
      100,
      (size) => ({ origin: { related: list(size, () => 'a') } }),
    ],
    [
      'body.origin.path: String should have at most 2048 characters',
      2_048,
      (size) => ({ origin: { path: text(size) } }),
    ],
    [
      'body.origin.metadata: Dictionary should have at most 1000 items after validation, not 1001',
      1_000,
      (size) => ({ origin: { metadata: map(size, () => 'x') } }),
    ],
    [
      'body.metadata.metadata: Dictionary should have at most 1000 items after validation, not 1001',
      1_000,
      (size) => ({ metadata: { metadata: map(size, () => '') } }),
    ],
    [
      'body.origin.source_id: String should have at most 2048 characters',
      2_048,
      (size) => ({ origin: { source_id: text(size) } }),
    ],
    ['body.origin.url: String should have at most 8192 characters', 8_192, (size) => ({ origin: { url: text(size) } })],
    [
      'body.origin.filename: String should have at most 2048 characters',
      2_048,
      (size) => ({ origin: { filename: text(size) } }),
    ],
    [
      'body.origin.collaborators.0: String should have at most 512 characters',
      512,
      (size) => ({ origin: { collaborators: [text(size)] } }),
    ],
    [
      'body.origin.related.0: String should have at most 2048 characters',
      2_048,
      (size) => ({ origin: { related: [text(size)] } }),
    ],
    [
      'body.origin.sync_metadata.file_id: String should have at most 2048 characters',
      2_048,
      (size) => ({ origin: { sync_metadata: { file_id: text(size), auth_provider: 'p', content_hash: 'h' } } }),
    ],
    [
      'body.security.access_groups: List should have at most 1000 items after validation, not 1001',
      1_000,
      (size) => ({ security: { access_groups: list(size, () => 'hr') } }),
    ],
    [
      'body.security.access_groups.0: String should have at most 512 characters',
      512,
      (size) => ({ security: { access_groups: [text(size)] } }),
    ],
    [
      'body.usermetadata.classifications: List should have at most 1000 items after validation, not 1001',
      1_000,
      (size) => ({ usermetadata: { classifications: list(size, () => ({ labelset: 's', label: 'l' })) } }),
    ],
    [
      'body.usermetadata.classifications.0.label: String should have at most 1024 characters',
      1_024,
      (size) => ({ usermetadata: { classifications: [{ labelset: 's', label: text(size) }] } }),
    ],
    [
      'body.usermetadata.classifications: Value error, labels and labelsets have at most 65536 characters together',
      65_536,
      (size) => ({
        usermetadata: {
          classifications: list(65, (index) => ({
            labelset: text(index < 64 ? 1_000 : 512),
            label: text(index < 64 ? 16 : size - 65_024 - 512),
          })),
        },
      }),
    ],
    [
      'body.usermetadata.relations: List should have at most 1000 items after validation, not 1001',
      1_000,
      (size) => ({
        usermetadata: { relations: list(size, () => ({ relation: 'OTHER', to: { value: 'a', type: 'label' } })) },
      }),
    ],
    [
      'body.fieldmetadata: List should have at most 1000 items after validation, not 1001',
      1_000,
      (size) => ({ fieldmetadata: list(size, (index) => ({ field: { field_type: 'text', field: `f${index}` } })) }),
    ],
  ])('is refused with %s', (fault, bound, body) => {
    expect(beyond(bound, (size) => refused(body(size)))).toEqual([fault]);
  });

  it('keeps what it has as it was sent', () => {
    const body = {
      title: ' Ebbe & Flut\u0000😀 ',
      extra: { metadata: { 'any key': [1, null, { deep: true }] } },
      origin: { created: '2024-05-01', modified: '2024-05-01T10:00:00+02:00', path: '/a/b/' },
    };
    expect(received(createResource, { body })).toMatchObject({ body });
  });

  it('has instants of origin, as texts', () => {
    const created = (value: unknown) => refused({ origin: { created: value } });
    for (const value of ['2024-05-01', '2024-05-01T10:11:12.123456', '0001-01-01T00:00:00Z', '9999-12-31', null])
      expect([value, created(value)]).toEqual([value, []]);
    for (const value of ['0000-01-01', '2024-02-30', '2024-13-01', 'yesterday', '', '1714558302', '10000-01-01'])
      expect([value, created(value)]).toEqual([
        value,
        [
          'body.origin.created: Input should be a valid datetime or date, ' +
            'not an ISO 8601 date or date and time of the years 1 to 9999',
        ],
      ]);
    expect(created(1_714_558_302)).toEqual(['body.origin.created: Input should be a valid datetime']);
  });

  it('has extra metadata that is an object of at most 64 levels and 400,000 characters of JSON', () => {
    const nested = (levels: number) => list(levels - 1, () => 0).reduce<object>((inner) => ({ inner }), {});
    const extra = (metadata: unknown) => refused({ extra: { metadata } });
    expect(beyond(64, (levels) => extra(nested(levels)))).toEqual([
      'body.extra.metadata: Value error, nested more than 64 levels deep',
    ]);
    expect(beyond(400_000, (size) => extra({ a: text(size - '{"a":""}'.length) }))).toEqual([
      'body.extra: Value error, longer than 400000 characters of JSON',
    ]);
    expect(refused({ extra: {} })).toEqual(['body.extra.metadata: Field required']);
    expect(extra([])).toEqual(['body.extra.metadata: Input should be a valid dictionary']);
  });

  it('has a synchronised origin with all three ids, or none', () => {
    const ids = { file_id: 'f', auth_provider: 'p', content_hash: 'h' };
    expect(refused({ origin: { sync_metadata: ids } })).toEqual([]);
    for (const name of Object.keys(ids)) {
      const others = Object.fromEntries(Object.entries(ids).filter(([other]) => other !== name));
      expect(refused({ origin: { sync_metadata: others } })).toEqual([
        `body.origin.sync_metadata.${name}: Field required`,
      ]);
    }
  });

  it('has an icon and a wait for the commit, which a change has not', () => {
    const body = { icon: 'text/plain', wait_for_commit: false };
    expect(received(createResource, { body })).toMatchObject({ body });
    const changed = received(modifyResource, { body }) as { body: object };
    expect(Object.keys(changed.body)).toEqual(expect.not.arrayContaining(['icon', 'wait_for_commit']));
  });

  it('does not take an origin of the product, nor dates of its own', () => {
    const body = { origin: { source: 'WEB' }, uuid: 'x', created: '2024-05-01', status: 'PROCESSED' };
    expect(refused(body)).toEqual([]);
    expect(received(createResource, { body })).not.toHaveProperty('body.origin.source');
    for (const member of ['uuid', 'created', 'status'])
      expect(received(createResource, { body })).not.toHaveProperty(`body.${member}`);
  });

  it('counts messages over all conversations', () => {
    const messages = (count: number) => list(count, (index) => ({ ident: `m${index}`, content: { text: '' } }));
    const both = (size: number) => ({
      conversations: { a: { messages: messages(1_000) }, b: { messages: messages(size) } },
    });
    expect(beyond(1_048, (size) => refused(both(size)))).toEqual([
      'body: Value error, a request has at most 2048 messages',
    ]);
  });

  it('refuses names of prototypes as keys', () => {
    const body: unknown = JSON.parse('{"texts":{"__proto__":{"body":"x"}},"metadata":{"metadata":{"__proto__":"x"}}}');
    expect(refused(body)).toHaveLength(2);
  });
});
