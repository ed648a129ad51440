import { join } from 'node:path';
import { doorsOf, throughDoor } from '../../core/door';
import { membersOf } from '../../validation/answers.fixture';
import { beyond, conductOf, faults, received, routesOf, text } from '../../validation/requests.fixture';
import { appendTusUpload, createTusUpload, getTusOptions, headTusUpload } from './tus-upload.operations';

const createFieldTusUpload = throughDoor(createTusUpload, 'kb.tus.create-field');

const WRITES = 'WRITER of kb; sa user pat';
const ofBox = '/kb/{kbid}/tusupload';
const byId = '/kb/{kbid}/resource/{rid}/file/{field_id}/tusupload';
const bySlug = '/kb/{kbid}/slug/{rslug}/file/{field_id}/tusupload';
const finished = { resource: '/kb/k/resources/abc', field: '/kb/k/resources/abc/field/f', seqid: 7 };
const page = { formToken: '' };

describe('resumable uploads', () => {
  it('are at the box and at a file field, by id and by slug', () => {
    expect(routesOf(createTusUpload, headTusUpload, appendTusUpload)).toEqual({
      [`POST ${ofBox}`]: `201 empty; ${WRITES}`,
      [`POST ${byId}`]: `201 empty; ${WRITES}`,
      [`POST ${bySlug}`]: `201 empty; ${WRITES}`,
      [`HEAD ${ofBox}/{upload_id}`]: `200 empty; ${WRITES}`,
      [`HEAD ${byId}/{upload_id}`]: `200 empty; ${WRITES}`,
      [`HEAD ${bySlug}/{upload_id}`]: `200 empty; ${WRITES}`,
      [`PATCH ${ofBox}/{upload_id}`]: `200 empty; ${WRITES}`,
      [`PATCH ${byId}/{upload_id}`]: `200 empty; ${WRITES}`,
      [`PATCH ${bySlug}/{upload_id}`]: `200 empty; ${WRITES}`,
    });
  });

  it('say what they can do to anyone, at each of these paths', () => {
    expect(routesOf(getTusOptions)).toEqual(
      Object.fromEntries(
        [ofBox, byId, bySlug]
          .flatMap((path) => [path, `${path}/{upload_id}`])
          .map((path) => [`OPTIONS ${path}`, '204 empty; any of nothing; none']),
      ),
    );
  });

  it('may take a quarter of an hour to complete, and are refused while the disk is full', () => {
    expect(conductOf(createTusUpload, headTusUpload, appendTusUpload, getTusOptions)).toEqual({
      'kb.tus.create': '60 s, upload, needs room',
      'kb.tus.head': '10 s',
      'kb.tus.append': '900 s, upload, needs room',
      'kb.tus.options': '10 s',
    });
  });

  it('are continued by PATCH, or by POST for clients that have no PATCH', () => {
    expect(doorsOf(appendTusUpload).map(({ http }) => [http?.method, http?.takesOverride, http?.bodyKind])).toEqual([
      ['PATCH', true, 'parts'],
      ['PATCH', true, 'parts'],
    ]);
  });

  it('are refused with the statuses that clients of the protocol tell apart', () => {
    const codes = (fails: object = {}) => Object.keys(fails).sort();
    const common = ['precondition_failed', 'rate_limited', 'storage_full', 'too_large', 'unsupported_media_type'];
    expect(codes(createTusUpload.fails)).toEqual(['conflict', 'invalid_metadata', 'invalid_request', ...common].sort());
    expect(codes(createFieldTusUpload.fails)).toEqual(['invalid_metadata', ...common].sort());
    expect(codes(appendTusUpload.fails)).toEqual(['conflict', 'invalid_request', 'not_found', ...common].sort());
  });
});

describe('answers of the protocol', () => {
  const headersOf = (answer: unknown) => (answer as { headers: Record<string, string> }).headers;

  it('name the version and the extension', () => {
    for (const { http } of doorsOf(getTusOptions))
      expect(headersOf(http?.respond?.(null as never, page))).toEqual({
        'Tus-Resumable': '1.0.0',
        'Tus-Version': '1.0.0',
        'Tus-Extension': 'creation-defer-length',
      });
  });

  it('say where the bytes go, and let pages read it', () => {
    const location = '/api/v1/kb/k/tusupload/u';
    expect(headersOf(createTusUpload.http?.respond?.({ location }, page))).toEqual({
      Location: location,
      'Tus-Resumable': '1.0.0',
      'Access-Control-Expose-Headers': 'Location,Tus-Resumable',
    });
  });

  it('say how many bytes were received, and of how many', () => {
    expect(headersOf(headTusUpload.http?.respond?.({ offset: 5, length: 0 }, page))).toMatchObject({
      'Upload-Offset': '5',
      'Upload-Length': '0',
      'Tus-Resumable': '1.0.0',
    });
    expect(headersOf(appendTusUpload.http?.respond?.({ offset: 5 }, page))).toEqual({
      'Upload-Offset': '5',
      'Tus-Resumable': '1.0.0',
      'Access-Control-Expose-Headers': 'Upload-Offset,Tus-Resumable,Tus-Upload-Finished',
    });
  });

  it('say with the last byte, or for an empty file at once, where it is stored', () => {
    const stored = {
      'Tus-Upload-Finished': '1',
      'KBDB-Resource': '/kb/k/resources/abc',
      'KBDB-Field': '/kb/k/resources/abc/field/f',
      'KBDB-Seq': '7',
    };
    expect(headersOf(appendTusUpload.http?.respond?.({ offset: 9, finished }, page))).toMatchObject(stored);
    expect(headersOf(createTusUpload.http?.respond?.({ location: '/l', finished }, page))).toMatchObject(stored);
    const { resource, field } = finished;
    expect(
      headersOf(appendTusUpload.http?.respond?.({ offset: 9, finished: { resource, field } }, page)),
    ).not.toHaveProperty('KBDB-Seq');
  });

  it('declare the headers that they may have', () => {
    const complete = ['Tus-Upload-Finished', 'KBDB-Resource', 'KBDB-Field', 'KBDB-Seq'];
    const names = (headers: object = {}) => Object.keys(headers).sort();
    expect(names(createTusUpload.http?.answerHeaders)).toEqual(['Location', 'Tus-Resumable', ...complete].sort());
    expect(names(appendTusUpload.http?.answerHeaders)).toEqual(['Upload-Offset', 'Tus-Resumable', ...complete].sort());
    expect(names(headTusUpload.http?.answerHeaders)).toEqual(['Tus-Resumable', 'Upload-Length', 'Upload-Offset']);
  });

  it('name the resource that a caller waits for once the upload is complete', () => {
    const rid = '0f'.repeat(16);
    const at = { ...finished, resource: `/kb/k/resources/${rid}` };
    expect(appendTusUpload.http?.stores?.({ offset: 9, finished: at }, {})).toEqual({ rid });
    expect(appendTusUpload.http?.stores?.({ offset: 5 }, {})).toBeUndefined();
    expect(createTusUpload.http?.stores?.({ location: '/l' }, {})).toBeUndefined();
  });

  it('have members that are always there, and what a complete upload adds', () => {
    const answer = (name: string) => membersOf(join(__dirname, 'tus-upload.dto.ts'), name);
    expect(answer('TusUploadCreated')).toBe('location, finished?');
    expect(answer('TusUploadState')).toBe('offset, length');
    expect(answer('TusUploadProgress')).toBe('offset, finished?');
    expect(answer('FinishedUpload')).toBe('resource, field, seqid?');
  });
});

describe('the headers that begin an upload', () => {
  const created = (header: object) => faults(createFieldTusUpload, { header });

  it('are texts, whose values the operation judges with statuses of its own', () => {
    const header = {
      'tus-resumable': 'any version',
      'upload-length': 'many',
      'upload-defer-length': '2',
      'upload-metadata': 'not, really; metadata',
      'tus-override-upload': 'perhaps',
      'content-length': '-1',
    };
    expect(received(createFieldTusUpload, { header })).toEqual({ header });
    expect(received(createFieldTusUpload, {})).toEqual({ header: {} });
  });

  it.each<[string, number]>([
    ['tus-resumable', 64],
    ['upload-length', 64],
    ['upload-defer-length', 64],
    ['tus-override-upload', 64],
    ['content-length', 64],
    ['transfer-encoding', 64],
    ['content-type', 255],
    ['upload-metadata', 16_384],
    ['x-extract-strategy', 250],
    ['x-split-strategy', 250],
  ])('have %s of at most %i characters', (name, bound) => {
    expect(beyond(bound, (size) => created({ [name]: text(size) }))).toEqual([
      `header.${name}: String should have at most ${bound} characters`,
    ]);
  });

  it('may come with a description of the resource, at the box alone', () => {
    expect(received(createTusUpload, { body: { slug: 'tides' } })).toMatchObject({ body: { slug: 'tides' } });
    expect(faults(createTusUpload, { body: { slug: 'a b' } })).toHaveLength(1);
    expect(createFieldTusUpload.body).toBeUndefined();
  });
});

describe('the headers that continue an upload', () => {
  it.each<[string, number]>([
    ['upload-offset', 64],
    ['upload-length', 64],
    ['content-length', 64],
    ['content-type', 255],
  ])('have %s of at most %i characters', (name, bound) => {
    const read = (header: object) => faults({ ...appendTusUpload, body: undefined }, { header });
    expect(read({ [name]: 'any text' })).toEqual([]);
    expect(beyond(bound, (size) => read({ [name]: text(size) }))).toEqual([
      `header.${name}: String should have at most ${bound} characters`,
    ]);
  });

  it('go to an upload that the path names, of the box or of a field', () => {
    const path = { kbid: 'k', upload_id: 'u' };
    expect(faults(headTusUpload, { path })).toEqual([]);
    expect(faults(headTusUpload, { path: { ...path, rslug: 'tides', field_id: 'report' } })).toEqual([]);
    expect(faults(headTusUpload, { path: { kbid: 'k' } })).toEqual(['path.upload_id: Field required']);
    expect(faults(headTusUpload, { path: { ...path, field_id: 'a b' } })).toHaveLength(1);
  });
});
