import { WireNames } from './wire-names';

const names = WireNames.parse(
  JSON.stringify({
    headers: {
      'X-SVC-NUAKEY': { accept: ['x-acme-key', 'x-ac-key'] },
      'svc-learning-id': { accept: [], emit: 'ACME-LEARNING-ID' },
    },
    members: { svc_tokens: { accept: ['acme_tokens', 'old_tokens'], emit: 'acme_tokens' } },
    values: { SVC: { accept: ['ACME'], emit: 'ACME' }, kbdb: { accept: ['acmedb'] } },
    homeTitle: 'Acme',
  }),
);

describe('wire names without configuration', () => {
  const { canonical } = WireNames;

  it('hand back the very same objects', () => {
    const value = { svc_tokens: 1, author: 'SVC' };
    const headers = { 'x-svc-nuakey': 'a' };
    expect(canonical.readJson(value)).toBe(value);
    expect(canonical.writeJson(value)).toBe(value);
    expect(canonical.readHeaders(headers)).toBe(headers);
    expect(canonical.headerOut('SVC-LEARNING-ID')).toBe('SVC-LEARNING-ID');
    expect([canonical.translatesJson, canonical.translatesHeaders]).toEqual([false, false]);
  });
});

describe('wire names with other spellings', () => {
  it('understand headers in every spelling, and let the canonical one count', () => {
    expect(names.readHeaders({ 'x-ac-key': 'a', other: 'b' })).toEqual({
      'x-ac-key': 'a',
      other: 'b',
      'x-svc-nuakey': 'a',
    });
    expect(names.readHeaders({ 'x-ac-key': 'a', 'x-svc-nuakey': 'c' })['x-svc-nuakey']).toBe('c');
    expect(names.spellingsOf('x-svc-nuakey')).toEqual(['x-svc-nuakey', 'x-acme-key', 'x-ac-key']);
  });

  it('write headers as configured, whatever the case', () => {
    expect(names.headerOut('SVC-LEARNING-ID')).toBe('ACME-LEARNING-ID');
    expect(names.headerOut('Location')).toBe('Location');
  });

  it('translate members at any depth, in both directions', () => {
    expect(names.readJson({ a: [{ old_tokens: 1 }, { acme_tokens: 2 }] })).toEqual({
      a: [{ svc_tokens: 1 }, { svc_tokens: 2 }],
    });
    expect(names.writeJson({ item: { svc_tokens: 1 } })).toEqual({ item: { acme_tokens: 1 } });
  });

  it('translate values only in the members where they stand for something', () => {
    expect(names.readJson({ author: 'ACME', text: 'ACME', source: ['acmedb', 'x'] })).toEqual({
      author: 'SVC',
      text: 'ACME',
      source: ['kbdb', 'x'],
    });
    expect(names.writeJson({ author: 'SVC', text: 'SVC', source: 'kbdb' })).toEqual({
      author: 'ACME',
      text: 'SVC',
      source: 'kbdb',
    });
  });

  it('let the canonical member count when a request has both', () => {
    expect(names.readJson({ acme_tokens: 1, svc_tokens: 2 })).toEqual({ svc_tokens: 2 });
  });

  it('keep vectors as they are', () => {
    const vector = new Float32Array([1, 2]);
    expect((names.writeJson({ vector }) as { vector: unknown }).vector).toBe(vector);
  });
});

describe('an alias file', () => {
  it.each([
    ['{', /not JSON/],
    ['[]', /the file: must be an object/],
    ['{"header":{}}', /header: not known here/],
    ['{"headers":{"x-unknown":{"accept":["a"]}}}', /headers.x-unknown: no such name/],
    ['{"headers":{"x-kbdb-user":{"accept":["Authorization"]}}}', /"authorization" already stands for authorization/],
    [
      '{"headers":{"x-kbdb-user":{"accept":["a"]},"x-kbdb-client":{"accept":["A"]}}}',
      /headers.x-kbdb-client: "a" already stands for x-kbdb-user/,
    ],
    ['{"headers":{"x-kbdb-user":{"accept":["content-type"]}}}', /has another meaning/],
    ['{"headers":{"x-kbdb-user":{"accept":["a b"]}}}', /is no header name/],
    ['{"members":{"svc_tokens":{"accept":["input_svc"]}}}', /"input_svc" already stands for input_svc/],
    [
      '{"values":{"llm-guard":{"accept":["g"]},"llm_guard":{"accept":["g"]}}}',
      /"g" already stands for llm-guard in task/,
    ],
    [
      '{"members":{"svc_tokens":{"accept":"a","emit":3}}}',
      /accept: must be a list of texts[\s\S]*emit: must be a text/,
    ],
  ])('%s is refused', (text, problem) => {
    expect(() => WireNames.parse(text)).toThrow(problem);
  });
});
