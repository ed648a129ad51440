import { tooLong } from '../../validation/members.fixture';
import { conductOf, faults, routesOf, text } from '../../validation/requests.fixture';
import * as uploads from './processing-upload.operations';

const { createProcessingTusUpload: create, appendProcessingTusUpload: append } = uploads;
const { headProcessingTusUpload: head, getProcessingTusOptions: options } = uploads;
const page = { formToken: '' };

describe('resumable uploads to be pushed', () => {
  it('are for keys of accounts, but anyone may ask what they can do', () => {
    expect(routesOf(...Object.values(uploads))).toEqual({
      'OPTIONS /processing/tusupload': '204 empty; any of nothing; none',
      'OPTIONS /processing/tusupload/{upload_id}': '204 empty; any of nothing; none',
      'POST /processing/tusupload': '201 empty; any of nothing; nua',
      'HEAD /processing/tusupload/{upload_id}': '200 empty; any of nothing; nua',
      'PATCH /processing/tusupload/{upload_id}': '200 text; any of nothing; nua',
    });
    expect(conductOf(...Object.values(uploads))).toEqual({
      'understanding.processing.tus-options': '10 s',
      'understanding.processing.tus-create': '60 s, upload, needs room',
      'understanding.processing.tus-head': '10 s',
      'understanding.processing.tus-append': '900 s, upload, needs room',
    });
  });

  it('take bytes by POST with an override, for clients that cannot send PATCH', () => {
    expect([create, head, append].map(({ http }) => http?.takesOverride ?? false)).toEqual([false, false, true]);
  });

  it('know one version of the protocol and one extension', () => {
    expect(options.http?.respond?.(null, page)).toEqual({
      headers: { 'Tus-Resumable': '1.0.0', 'Tus-Version': '1.0.0', 'Tus-Extension': 'creation-defer-length' },
    });
  });

  it('are created at an address, and complete at once where the file is empty', () => {
    const headers = {
      Location: 'https://lectern.example/api/v1/processing/tusupload/a',
      'Tus-Resumable': '1.0.0',
      'Access-Control-Expose-Headers': 'Location,Tus-Resumable',
    };
    const location = headers.Location;
    expect(create.http?.respond?.({ location }, page)).toEqual({ headers });
    expect(create.http?.respond?.({ location, token: 'a.b.c' }, page)).toEqual({
      headers: { ...headers, 'Tus-Upload-Finished': '1', 'X-SVC-File-Token': 'a.b.c' },
    });
  });

  it('say how far they are', () => {
    expect(head.http?.respond?.({ offset: 5, length: 0 }, page)).toEqual({
      headers: {
        'Upload-Offset': '5',
        'Upload-Length': '0',
        'Tus-Resumable': '1.0.0',
        'Access-Control-Expose-Headers': 'Upload-Offset,Upload-Length,Tus-Resumable',
      },
    });
  });

  it('answer nothing to bytes in the middle, and the token to the last ones', () => {
    const headers = {
      'Upload-Offset': '5',
      'Tus-Resumable': '1.0.0',
      'Access-Control-Expose-Headers': 'Upload-Offset,Tus-Resumable,Tus-Upload-Finished,X-SVC-File-Token',
    };
    expect(append.http?.respond?.({ offset: 5 }, page)).toEqual({ headers, body: '' });
    expect(append.http?.respond?.({ offset: 5, token: 'a.b.c' }, page)).toEqual({
      headers: { ...headers, 'Tus-Upload-Finished': '1', 'X-SVC-File-Token': 'a.b.c' },
      body: 'a.b.c',
    });
  });

  it.each([
    [create, 'tus-resumable', 64],
    [create, 'upload-length', 64],
    [create, 'upload-defer-length', 64],
    [create, 'upload-metadata', 16_384],
    [create, 'content-type', 255],
    [append, 'upload-offset', 64],
    [append, 'upload-length', 64],
    [append, 'content-type', 255],
  ])('leave what headers say to the operation, but not how long they are: %#', (operation, name, charsMax) => {
    const faultsOf = (value: string) => faults({ ...operation, body: undefined }, { header: { [name]: value } });
    expect(faultsOf('anything')).toEqual([]);
    expect([faultsOf(text(charsMax)), faultsOf(text(charsMax + 1))]).toEqual([
      [],
      [`header.${name}: ${tooLong(charsMax)}`],
    ]);
  });

  it('have an id of at most 64 characters', () => {
    const named = (upload_id: string) => faults(head, { path: { upload_id } });
    expect([named(text(64)), named(text(65))]).toEqual([[], [`path.upload_id: ${tooLong(64)}`]]);
  });

  it('are refused for an offset that differs as a conflict, and for headers that are missing as a precondition', () => {
    expect(Object.keys(append.fails ?? {})).toEqual(expect.arrayContaining(['conflict', 'precondition_failed']));
    expect(Object.keys(create.fails ?? {})).toEqual(
      expect.arrayContaining(['invalid_metadata', 'precondition_failed', 'rate_limited']),
    );
  });
});
