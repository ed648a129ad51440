import { join } from 'node:path';
import { membersOf } from '../../validation/answers.fixture';
import { conductOf, faults, received, routesOf } from '../../validation/requests.fixture';
import {
  createResource,
  deleteResource,
  getResource,
  headResource,
  listResources,
  modifyResource,
  reindexResource,
  reprocessResource,
} from './resource.operations';
import { needsRoom } from '../../core/operation';
import { getField } from '../field/field.operations';

const answer = (name: string) => membersOf(join(__dirname, 'resource.dto.ts'), name);
const READS = 'READER of kb; sa user pat eph none';
const WRITES = 'WRITER of kb; sa user pat';

describe('operations on a resource', () => {
  it('are written by writers, by id and by slug', () => {
    expect(routesOf(createResource, modifyResource, deleteResource, reindexResource, reprocessResource)).toEqual({
      'POST /kb/{kbid}/resources': `201 json; ${WRITES}`,
      'PATCH /kb/{kbid}/resource/{rid}': `200 json; ${WRITES}`,
      'PATCH /kb/{kbid}/slug/{rslug}': `200 json; ${WRITES}`,
      'DELETE /kb/{kbid}/resource/{rid}': `204 empty; ${WRITES}`,
      'DELETE /kb/{kbid}/slug/{rslug}': `204 empty; ${WRITES}`,
      'POST /kb/{kbid}/resource/{rid}/reindex': `200 empty; ${WRITES}`,
      'POST /kb/{kbid}/slug/{rslug}/reindex': `200 empty; ${WRITES}`,
      'POST /kb/{kbid}/resource/{rid}/reprocess': `202 json; ${WRITES}`,
      'POST /kb/{kbid}/slug/{rslug}/reprocess': `202 json; ${WRITES}`,
    });
  });

  it('are read by readers, and by guests of a published box', () => {
    expect(routesOf(getResource, headResource, listResources)).toEqual({
      'GET /kb/{kbid}/resource/{rid}': `200 json; ${READS}`,
      'GET /kb/{kbid}/slug/{rslug}': `200 json; ${READS}`,
      'HEAD /kb/{kbid}/resource/{rid}': `200 empty; ${READS}`,
      'HEAD /kb/{kbid}/slug/{rslug}': `200 empty; ${READS}`,
      'GET /kb/{kbid}/resources': `200 json; ${READS}`,
    });
  });

  it('have deadlines, and features that an account can be blocked from: adding content, and processing it again', () => {
    expect(
      conductOf(
        createResource,
        modifyResource,
        deleteResource,
        reindexResource,
        reprocessResource,
        getResource,
        headResource,
        listResources,
      ),
    ).toEqual({
      'kb.resource.create': '60 s, upload, needs room',
      'kb.resource.modify': '60 s, upload, needs room',
      'kb.resource.delete': '60 s',
      'kb.resource.reindex': '60 s, needs room',
      'kb.resource.reprocess': '60 s, processing, needs room',
      'kb.resource.get': '10 s',
      'kb.resource.head': '10 s',
      'kb.resource.list': '10 s, lane list',
    });
  });

  it('name a conflict of slugs where the body may have a slug, and back-pressure where something is processed', () => {
    const codes = (fails: object = {}) => Object.keys(fails).sort();
    const processing = ['rate_limited', 'storage_full'];
    expect(codes(createResource.fails)).toEqual(['conflict', 'invalid_request', ...processing, 'too_large'].sort());
    expect(codes(modifyResource.fails)).toEqual(['conflict', 'invalid_request', ...processing, 'too_large'].sort());
    expect(codes(reprocessResource.fails)).toEqual(processing);
    expect(codes(reindexResource.fails)).toEqual(['storage_full']);
    expect(codes(deleteResource.fails)).toEqual(['storage_full']);
  });

  it('refuse an unknown box with the text that clients of each operation compare with', () => {
    expect(createResource.http?.unknownBox).toBe('Knowledge Box not found');
    expect(getResource.http?.unknownBox).toBeUndefined();
  });
});

describe('a change that only takes rights away', () => {
  it('is made while the disk is full', () => {
    for (const body of [{ security: { access_groups: ['hr'] } }, { hidden: true }, { hidden: true, texts: {} }, {}])
      expect([body, needsRoom(modifyResource, body)]).toEqual([body, false]);
  });

  it.each([
    [{ security: { access_groups: [] }, title: 'x' }],
    [{ hidden: true, texts: { a: { body: 'x' } } }],
    [{ usermetadata: { classifications: [], relations: [] } }],
    [{ extra: { metadata: {} } }],
  ])('and not together with %j', (body) => {
    expect(needsRoom(modifyResource, body)).toBe(true);
    expect(needsRoom(createResource, body)).toBe(true);
  });
});

describe('the resource that a caller waits for', () => {
  const rid = '0f'.repeat(16);

  it('is the new one, or the one that the path names', () => {
    expect(createResource.http?.stores?.({ uuid: rid, elapsed: 0.1 }, { kbid: 'k' })).toEqual({ rid });
    const stored = modifyResource.http?.stores;
    expect(stored?.({ seqid: 1 }, { kbid: 'k', rid })).toEqual({ rid });
    expect(stored?.({ seqid: 1 }, { kbid: 'k', rslug: 'tides' })).toEqual({ rslug: 'tides' });
  });

  it('is none of a deletion or of work in the background', () => {
    for (const { http } of [deleteResource, reindexResource, reprocessResource]) expect(http?.stores).toBeUndefined();
  });
});

describe('a read of a resource', () => {
  const DEFAULTS = {
    show: ['basic'],
    field_type: ['text', 'file', 'link', 'conversation', 'generic', 'key_value'],
    extracted: ['text', 'metadata', 'link', 'file'],
  };

  it('returns the basic members unless the request names others', () => {
    const { query } = received(getResource, {}) as { query: typeof DEFAULTS };
    expect({ ...query, field_type: query.field_type.toSorted() }).toEqual({
      ...DEFAULTS,
      field_type: DEFAULTS.field_type.toSorted(),
    });
  });

  it('gives each reader defaults of its own', () => {
    const first = received(getResource, {}) as { query: { show: string[] } };
    first.query.show.push('values');
    expect(received(getResource, {})).toMatchObject({ query: { show: ['basic'] } });
  });

  it('takes one value, or the same parameter several times', () => {
    expect(received(getResource, { query: { show: 'values' } })).toMatchObject({ query: { show: ['values'] } });
    const show = ['basic', 'relations', 'origin', 'extra', 'security', 'values', 'extracted', 'errors'];
    expect(received(getResource, { query: { show } })).toMatchObject({ query: { show } });
  });

  it.each([
    [
      { show: ['basic', 'all'] },
      "query.show.1: Input should be 'basic', 'origin', 'extra', 'relations', 'values', 'extracted', 'errors' or 'security'",
    ],
    [
      { field_type: 'page' },
      "query.field_type.0: Input should be 'text', 'file', 'link', 'conversation', 'generic' or 'key_value'",
    ],
    [
      { extracted: ['text', 'Text'] },
      "query.extracted.1: Input should be 'text', 'metadata', 'shortened_metadata', 'large_metadata', 'vectors', " +
        "'link', 'file', 'question_answers' or 'relation_vectors'",
    ],
    [{ vectorset: 'v'.repeat(251) }, 'query.vectorset: String should have at most 250 characters'],
    [{ show: Array(101).fill('basic') }, 'query.show: List should have at most 100 items after validation, not 101'],
  ])('refuses %j', (query, fault) => {
    expect(faults(getResource, { query })).toEqual([fault]);
  });

  it('does not know the parts of a field, which have other names', () => {
    for (const show of ['value', 'error']) {
      expect(faults(getResource, { query: { show } })).toHaveLength(1);
      expect(faults(getField, { query: { show } })).toEqual([]);
    }
    for (const show of ['values', 'errors', 'basic']) expect(faults(getField, { query: { show } })).toHaveLength(1);
  });

  it('ignores parameters that it does not know', () => {
    expect(faults(getResource, { query: { 'eph-token': 'x', other: ['1', '2'] } })).toEqual([]);
    expect(received(getResource, { query: { other: '1' } })).not.toHaveProperty('query.other');
  });
});

describe('a list of resources', () => {
  it('begins at page 0 with 20 resources', () => {
    expect(received(listResources, {})).toEqual({ query: { page: 0, size: 20 } });
    expect(received(listResources, { query: { page: '7', size: '200' } })).toEqual({ query: { page: 7, size: 200 } });
  });

  it.each([
    [{ page: '-1' }, 'query.page: Input should be greater than or equal to 0'],
    [{ size: '0' }, 'query.size: Input should be greater than or equal to 1'],
    [{ size: '201' }, 'query.size: Input should be less than or equal to 200'],
    [{ page: '1.5' }, 'query.page: Input should be a valid integer, unable to parse string as an integer'],
    [{ page: 'first' }, 'query.page: Input should be a valid integer, unable to parse string as an integer'],
    [{ page: '' }, 'query.page: Input should be a valid integer, unable to parse string as an integer'],
    [{ page: '9007199254740993' }, 'query.page: Input should be less than or equal to 9007199254740991'],
  ])('refuses %j', (query, fault) => {
    expect(faults(listResources, { query })).toEqual([fault]);
  });

  it('takes the last of a repeated number', () => {
    expect(received(listResources, { query: { page: ['1', '2'] } })).toMatchObject({ query: { page: 2 } });
  });
});

describe('work on a resource', () => {
  it('keeps the title and ignores vectors unless the request says otherwise', () => {
    expect(received(reprocessResource, {})).toEqual({ query: { reset_title: false } });
    expect(received(reprocessResource, { query: { reset_title: 'yes' } })).toEqual({ query: { reset_title: true } });
    expect(received(reindexResource, {})).toEqual({ query: { reindex_vectors: false } });
    for (const [operation, name] of [
      [reprocessResource, 'reset_title'],
      [reindexResource, 'reindex_vectors'],
    ] as const)
      expect(faults(operation, { query: { [name]: 'sometimes' } })).toEqual([
        `query.${name}: Input should be a valid boolean, unable to interpret input`,
      ]);
  });

  it('takes no body', () => {
    for (const { body } of [reprocessResource, reindexResource, deleteResource]) expect(body).toBeUndefined();
  });
});

describe('answers about a resource', () => {
  it('always have the id, and of the rest what is set', () => {
    expect(answer('Resource')).toBe(
      'id, slug?, title?, summary?, icon?, thumbnail?, metadata?, usermetadata?, fieldmetadata?, computedmetadata?, ' +
        'created?, modified?, last_seqid?, last_account_seq?|null, queue?, hidden?, waits_for?|null, origin?, extra?, ' +
        'relations?, security?, data?',
    );
    expect(answer('ResourceData')).toBe('texts?, files?, links?, conversations?, key_values?, generics?');
    expect(answer('FieldData')).toBe('value?, extracted?, error?, status?, errors?');
  });

  it('have every member in lists, those that are never listed as null', () => {
    expect(answer('ListedResource')).toBe('origin, extra, relations, data, security');
    expect(answer('ResourceList')).toBe('resources, pagination');
  });

  it('say what a write did', () => {
    expect(answer('ResourceCreated')).toBe('uuid, elapsed|null, seqid?');
    expect(answer('Queued')).toBe('seqid|null');
    expect(answer('UploadAccepted')).toBe('seqid, uuid, field_id');
  });

  it('repeat of an origin what was sent, and how the resource was made', () => {
    expect(answer('ResourceOrigin')).toBe(
      'source_id?, url?, created?, modified?, metadata, tags, collaborators, filename?, related, path?, ' +
        'sync_metadata?, source',
    );
  });

  it('tell of an error with its code in both forms', () => {
    expect(answer('FieldError')).toBe('body, code, code_str, created|null, severity, expired?, blocked?');
    expect(answer('Field')).toBe('field_type, field_id, value?, extracted?, error?, status?, errors?');
  });
});
