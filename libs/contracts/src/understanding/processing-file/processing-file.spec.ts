import { empty, required, tooLong } from '../../validation/members.fixture';
import { conductOf, faults, received, routesOf, text } from '../../validation/requests.fixture';
import { downloadProcessingFile, uploadProcessingFile } from './processing-file.operations';

const page = { formToken: '' };
const headerFaults = (header: object) =>
  faults({ ...uploadProcessingFile, body: undefined }, { header }).map((fault) => fault.replace('header.', ''));
const md5 = "String should match pattern '^[0-9a-fA-F]{32}$'";

describe('files to be pushed', () => {
  it('go in and out for keys of accounts', () => {
    expect(routesOf(uploadProcessingFile, downloadProcessingFile)).toEqual({
      'POST /processing/upload': '200 text; any of nothing; nua',
      'GET /processing/download': '200 binary; any of nothing; nua',
    });
    expect(conductOf(uploadProcessingFile, downloadProcessingFile)).toEqual({
      'understanding.processing.upload': '60 s, upload, needs room',
      'understanding.processing.download': '30 s',
    });
    expect(downloadProcessingFile.http?.alsoAnswers).toEqual([206, 307]);
  });

  it('are stored as they stream in', () => {
    expect(uploadProcessingFile.http?.bodyKind).toBe('upload');
  });

  it('need no headers', () => {
    expect(headerFaults({})).toEqual([]);
  });

  it('are described by headers', () => {
    const header = {
      'x-filename': 'dGlkZXMucGRm',
      'x-md5': '9E107D9D372BB6826BD81D3542A419D6',
      'x-language': 'pt-BR',
      'x-password': 'secret',
      'x-classification-labels': 'W10=',
      'x-extract-strategy': 'e',
      'x-split-strategy': 's',
      'content-type': 'application/pdf',
      accept: 'application/json, */*',
    };
    expect(received({ ...uploadProcessingFile, body: undefined }, { header }).header).toEqual(header);
  });

  it.each([
    ['x-filename', text(4_096), text(4_097), tooLong(4_096)],
    ['x-filename', 'a', '', empty],
    ['x-md5', 'a'.repeat(32), 'z'.repeat(32), md5],
    ['x-md5', 'a'.repeat(32), 'a'.repeat(31), md5],
    ['x-password', text(1_024), text(1_025), tooLong(1_024)],
    ['x-password', 'a', '', empty],
    ['x-classification-labels', text(8_192), text(8_193), tooLong(8_192)],
    ['x-extract-strategy', text(250), text(251), tooLong(250)],
    ['x-split-strategy', text(250), text(251), tooLong(250)],
    ['content-type', text(255), text(256), tooLong(255)],
    ['accept', text(1_024), text(1_025), tooLong(1_024)],
  ])('take a proper %s only', (name, good, bad, fault) => {
    expect([headerFaults({ [name]: good }), headerFaults({ [name]: bad })]).toEqual([[], [`${name}: ${fault}`]]);
  });

  it('have languages as tags only', () => {
    for (const tag of ['en', 'pt-BR', 'zh_Hant', '']) expect(headerFaults({ 'x-language': tag })).toEqual([]);
    for (const tag of ['english language', 'toolonglanguage', '-en'])
      expect(headerFaults({ 'x-language': tag })).toHaveLength(1);
  });

  it('are answered with their token, as text or as JSON', () => {
    expect(uploadProcessingFile.http?.respond?.({ token: 'a.b.c' }, page)).toEqual({ body: 'a.b.c' });
    expect(uploadProcessingFile.http?.respond?.({ token: 'a.b.c', isJson: true }, page)).toEqual({
      headers: { 'content-type': 'application/json' },
      body: '"a.b.c"',
    });
  });

  it('are fetched by a token of at most 16,384 characters', () => {
    const fetched = (query: object) => faults(downloadProcessingFile, { query });
    expect(fetched({ token: text(16_384) })).toEqual([]);
    expect(fetched({})).toEqual([`query.token: ${required}`]);
    expect(fetched({ token: '' })).toEqual([`query.token: ${empty}`]);
    expect(fetched({ token: text(16_385) })).toEqual([`query.token: ${tooLong(16_384)}`]);
  });
});
