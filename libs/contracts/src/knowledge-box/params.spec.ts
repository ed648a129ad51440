import fc from 'fast-check';
import { idParametersOf } from '../validation/ids';
import { refusals } from '../validation/refused.fixture';
import { beyond, text } from '../validation/requests.fixture';
import {
  ExtractedFileTarget,
  FieldTarget,
  KnowledgeBoxTarget,
  OptionalKnowledgeBox,
  resourcePaths,
  ResourceTarget,
  TypedFieldTarget,
} from './params';

const kbid = '4b9f6a52-1c3d-4e5f-8a9b-0c1d2e3f4a5b';
const rid = '0123456789abcdef0123456789abcdef';
const hyphened = '01234567-89ab-cdef-0123-456789abcdef';
const idOf = (name: string) => idParametersOf(ExtractedFileTarget).find((one) => one.name === name);
const word = fc.stringMatching(/^[a-zA-Z0-9:_-]{1,250}$/);

describe('the paths of a resource', () => {
  it('are one by id and one by slug, with the same end', () => {
    expect(resourcePaths()).toEqual(['/api/v1/kb/{kbid}/resource/{rid}', '/api/v1/kb/{kbid}/slug/{rslug}']);
    expect(resourcePaths('/text/{field_id}')).toEqual([
      '/api/v1/kb/{kbid}/resource/{rid}/text/{field_id}',
      '/api/v1/kb/{kbid}/slug/{rslug}/text/{field_id}',
    ]);
  });

  it('name the resource in one of the two ways', () => {
    expect(refusals(ResourceTarget, { kbid, rid })).toEqual([]);
    expect(refusals(ResourceTarget, { kbid, rslug: 'tides' })).toEqual([]);
    expect(refusals(ResourceTarget, { rid })).toEqual(['kbid: Field required']);
  });
});

describe('ids in a path', () => {
  it('of a box have hyphens inside, those of a resource have none', () => {
    for (const written of [hyphened, rid, hyphened.toUpperCase(), rid.toUpperCase()]) {
      expect(idOf('kbid')?.read(written)).toBe(hyphened);
      expect(idOf('rid')?.read(written)).toBe(rid);
    }
  });

  it.each([
    [''],
    ['tides'],
    [rid.slice(1)],
    [`${rid}0`],
    [rid.replace('0', 'g')],
    [`${hyphened}\n`],
    [` ${hyphened}`],
    [`{${hyphened}}`],
    [`urn:uuid:${hyphened}`],
    ['٠'.repeat(32)],
  ])('%j is none', (written) => {
    expect(idOf('kbid')?.read(written)).toBeUndefined();
    expect(idOf('rid')?.read(written)).toBeUndefined();
  });

  it('that cannot be read are answered 404 with a text for each kind', () => {
    expect(idOf('kbid')?.unreadable).toBe('KnowledgeBox not found. UUID expected.');
    expect(idOf('rid')?.unreadable).toBe('Resource not found. UUID expected.');
  });

  it('of a box are the target of its policies, those of a resource are not', () => {
    expect([idOf('kbid')?.target, idOf('rid')?.target]).toEqual(['kb', undefined]);
    for (const type of [KnowledgeBoxTarget, ResourceTarget, FieldTarget, TypedFieldTarget, OptionalKnowledgeBox])
      expect(idParametersOf(type).filter(({ target }) => target === 'kb')).toHaveLength(1);
  });

  it('are read the same, however they are written', () => {
    const uuids = fc.uuid().chain((id) => fc.constantFrom(id, id.toUpperCase(), id.replaceAll('-', '')));
    fc.assert(
      fc.property(uuids, (written) => {
        const read = idOf('rid')?.read(written) ?? '';
        expect(read).toMatch(/^[0-9a-f]{32}$/);
        expect(idOf('rid')?.read(idOf('kbid')?.read(written) ?? '')).toBe(read);
      }),
    );
  });
});

describe('slugs and ids of fields in a path', () => {
  const slug = (rslug: unknown) => refusals(ResourceTarget, { kbid, rslug });
  const field = (field_id: unknown) => refusals(FieldTarget, { kbid, rid, field_id });

  it('are letters, digits, underscores, colons and dashes', () => {
    fc.assert(
      fc.property(word, (name) => {
        expect(slug(name)).toEqual([]);
        expect(field(name)).toEqual([]);
      }),
    );
  });

  it.each(['', 'a b', 'a/b', 'a.b', 'ä', 'a%20b', 'a\n', '😀', '..'])('are not %j', (name) => {
    expect(slug(name)).toEqual(["rslug: String should match pattern '^[a-zA-Z0-9:_-]{1,250}$'"]);
    expect(field(name)).toEqual(["field_id: String should match pattern '^[a-zA-Z0-9:_-]{1,250}$'"]);
  });

  it('have at most 250 characters', () => {
    for (const check of [slug, field])
      expect(beyond(250, (size) => check(text(size)))).toEqual([expect.stringContaining('should match pattern')]);
  });

  it('are required where the path has one', () => {
    expect(refusals(FieldTarget, { kbid, rid })).toEqual(['field_id: Field required']);
    expect(refusals(TypedFieldTarget, { kbid, rid, field_id: 'a' })).toEqual(['field_type: Field required']);
  });

  it('are of a type that exists', () => {
    const typed = (field_type: string) => refusals(TypedFieldTarget, { kbid, rid, field_id: 'a', field_type });
    for (const type of ['text', 'file', 'link', 'conversation', 'generic', 'key_value'])
      expect(typed(type)).toEqual([]);
    for (const type of ['t', 'texts', 'Text', 'page', ''])
      expect(typed(type)).toEqual([
        "field_type: Input should be 'text', 'file', 'link', 'conversation', 'generic' or 'key_value'",
      ]);
  });

  it('may be followed by a path of an artefact, with slashes', () => {
    const artefact = (path: string) =>
      refusals(ExtractedFileTarget, { kbid, rid, field_id: 'a', field_type: 'file', path });
    expect(artefact('generated/extracted_images_0.png')).toEqual([]);
    expect(beyond(1_024, (size) => artefact(text(size)))).toEqual(['path: String should have at most 1024 characters']);
  });
});
