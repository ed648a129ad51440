import { join } from 'node:path';
import { membersOf } from '../../validation/answers.fixture';
import { beyond, conductOf, faults, received, routesOf, text } from '../../validation/requests.fixture';
import { downloadExtracted, downloadFileField, uploadFile, uploadFileField } from './upload.operations';

const READS = '200 binary; READER of kb; sa user pat eph none';
const WRITES = '201 json; WRITER of kb; sa user pat';
const read = (header: object) => faults({ ...uploadFile, body: undefined }, { header });

describe('uploads and downloads', () => {
  it('are at the box, and at a file field by id and by slug', () => {
    expect(routesOf(uploadFile, uploadFileField)).toEqual({
      'POST /kb/{kbid}/upload': WRITES,
      'POST /kb/{kbid}/resource/{rid}/file/{field_id}/upload': WRITES,
      'POST /kb/{kbid}/slug/{rslug}/file/{field_id}/upload': WRITES,
    });
    expect(routesOf(downloadFileField, downloadExtracted)).toEqual({
      'GET /kb/{kbid}/resource/{rid}/file/{field_id}/download/field': READS,
      'GET /kb/{kbid}/slug/{rslug}/file/{field_id}/download/field': READS,
      'GET /kb/{kbid}/resource/{rid}/{field_type}/{field_id}/download/extracted/{path*}': READS,
      'GET /kb/{kbid}/slug/{rslug}/{field_type}/{field_id}/download/extracted/{path*}': READS,
    });
  });

  it('may be blocked for an account when they add content', () => {
    expect(conductOf(uploadFile, uploadFileField, downloadFileField, downloadExtracted)).toEqual({
      'kb.upload.create': '60 s, upload, needs room',
      'kb.upload.put-field': '60 s, upload, needs room',
      'kb.download.field': '60 s',
      'kb.download.extracted': '60 s',
    });
  });

  it('stream their bytes instead of parsing them', () => {
    for (const { http } of [uploadFile, uploadFileField]) expect(http?.bodyKind).toBe('upload');
    for (const { http } of [downloadFileField, downloadExtracted]) expect(http?.alsoAnswers).toEqual([206, 307]);
  });

  it('of a new resource conflict with a file that the box has, those into a field with an active upload', () => {
    const common = ['invalid_request', 'rate_limited', 'storage_full', 'too_large', 'unsupported_media_type'];
    const codes = (fails: object = {}) => Object.keys(fails).sort();
    expect(codes(uploadFile.fails)).toEqual(['conflict', ...common].sort());
    expect(codes(uploadFileField.fails)).toEqual([...common, 'precondition_failed'].sort());
    expect(codes(downloadFileField.fails)).toEqual(['not_found', 'range_not_satisfiable']);
  });

  it('name the resource that a caller waits for', () => {
    for (const { http } of [uploadFile, uploadFileField])
      expect(http?.stores?.({ seqid: 1, uuid: 'abc', field_id: 'f' }, {})).toEqual({ rid: 'abc' });
  });

  it('answer with the number in the queue, the resource and the field', () => {
    expect(membersOf(join(__dirname, '../resource/resource.dto.ts'), 'UploadAccepted')).toBe('seqid, uuid, field_id');
  });
});

describe('the headers of an upload', () => {
  it('may all be absent', () => {
    expect(received({ ...uploadFile, body: undefined }, {})).toEqual({ header: {} });
  });

  it('are kept as they were sent, those that say nothing about the file left out', () => {
    const header = {
      'content-type': 'application/pdf',
      'x-filename': 'VGlkZXMucGRm',
      'x-md5': 'ABCDEFabcdef0123456789ABCDEF0123',
      'x-language': 'pt-BR',
      'x-password': 'geheim',
      'x-extract-strategy': 'e',
      'x-split-strategy': 's',
    };
    const sent = { ...header, 'user-agent': 'x', 'x-synchronous': 'true' };
    expect(received({ ...uploadFile, body: undefined }, { header: sent })).toEqual({ header });
  });

  it.each<[string, number, (size: number) => object]>([
    ['content-type: String should have at most 255 characters', 255, (size) => ({ 'content-type': text(size) })],
    ['x-filename: String should have at most 4096 characters', 4_096, (size) => ({ 'x-filename': text(size) })],
    ['x-password: String should have at most 1024 characters', 1_024, (size) => ({ 'x-password': text(size) })],
    ['x-extract-strategy: String should have at most 250 characters', 250, (n) => ({ 'x-extract-strategy': text(n) })],
    ['x-split-strategy: String should have at most 250 characters', 250, (n) => ({ 'x-split-strategy': text(n) })],
    ['prefer: String should have at most 1024 characters', 1_024, (size) => ({ prefer: text(size) })],
  ])('are refused with %s', (fault, bound, header) => {
    expect(beyond(bound, (size) => read(header(size)))).toEqual([`header.${fault}`]);
  });

  it.each([
    ['x-filename', '', 'String should have at least 1 character'],
    ['x-password', '', 'String should have at least 1 character'],
    ['x-md5', '', "String should match pattern '^[0-9a-fA-F]{32}$'"],
    ['x-md5', '0'.repeat(31), "String should match pattern '^[0-9a-fA-F]{32}$'"],
    ['x-md5', '0'.repeat(33), "String should match pattern '^[0-9a-fA-F]{32}$'"],
    ['x-skip-store', 'perhaps', 'Input should be a valid boolean, unable to interpret input'],
  ])('have no %s of %j', (name, value, fault) => {
    expect(read({ [name]: value })).toEqual([`header.${name}: ${fault}`]);
  });

  it('name a language as a tag', () => {
    for (const language of ['', 'en', 'pt-BR', 'zh_Hans_CN']) expect(read({ 'x-language': language })).toEqual([]);
    for (const language of ['english language', 'en-', '-en', 'ein_sehrlanges', 'en\n'])
      expect(read({ 'x-language': language })).toEqual([
        expect.stringMatching(/^header\.x-language: String should match/),
      ]);
  });

  it('take over an active upload of a field only at the field', () => {
    const header = { 'tus-override-upload': '1' };
    expect(received({ ...uploadFileField, body: undefined }, { header })).toEqual({ header });
    expect(received({ ...uploadFile, body: undefined }, { header })).toEqual({ header: {} });
  });

  it('are the same at the field', () => {
    expect(faults({ ...uploadFileField, body: undefined }, { header: { 'x-md5': 'x' } })).toHaveLength(1);
  });
});

describe('a download', () => {
  it('is saved unless the request says that it is shown', () => {
    expect(received(downloadFileField, {})).toEqual({ query: {} });
    for (const [written, inline] of [
      ['true', true],
      ['1', true],
      ['false', false],
      ['off', false],
    ])
      expect(received(downloadExtracted, { query: { inline: written } })).toEqual({ query: { inline } });
    expect(faults(downloadFileField, { query: { inline: 'here' } })).toEqual([
      'query.inline: Input should be a valid boolean, unable to interpret input',
    ]);
  });

  it('names the artefact by the rest of the path', () => {
    const path = { kbid: 'k', rid: 'r', field_id: 'report', field_type: 'file', path: 'generated/a/b.png' };
    expect(received(downloadExtracted, { path })).toMatchObject({ path: { path: 'generated/a/b.png' } });
    expect(faults(downloadExtracted, { path: { ...path, field_type: 'page' } })).toHaveLength(1);
  });
});
