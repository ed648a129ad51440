import fc from 'fast-check';
import { canonicalMembers } from './canonical-names';
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

describe('any JSON', () => {
  const json = fc.jsonValue().filter((value) => !/acme|old_tokens|ACME/.test(JSON.stringify(value)));
  const withNames = fc
    .letrec<{ tree: unknown }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 3 },
        fc.integer(),
        fc.constantFrom('SVC', 'kbdb', 'text'),
        fc.array(tie('tree'), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom('svc_tokens', 'author', 'source', 'other'), tie('tree'), { maxKeys: 3 }),
      ),
    }))
    .tree.map((tree) => ({ tree }));

  it('that is written is read back as it was', () => {
    fc.assert(
      fc.property(withNames, (value) => {
        expect(names.readJson(names.writeJson(value))).toEqual(value);
      }),
    );
  });

  it('without a name that has other spellings stays as it is', () => {
    const isFree = (value: unknown) => !canonicalMembers.some((name) => JSON.stringify(value).includes(name));
    fc.assert(
      fc.property(json.filter(isFree), (value) => {
        expect(names.readJson(value)).toEqual(value);
      }),
    );
  });

  it('that is no object, such as a text or null, stays as it is', () => {
    for (const value of ['SVC', 'svc_tokens', null, 7, true]) {
      expect(names.readJson(value)).toBe(value);
      expect(names.writeJson(value)).toBe(value);
    }
  });
});

describe('the name of the product', () => {
  it('on its home page can be another one', () => {
    expect([WireNames.canonical.homeTitle, names.homeTitle]).toEqual(['Lectern', 'Acme']);
  });
});

describe('spellings of a header', () => {
  it('all count for the rule of one credential: each is listed', () => {
    const several = WireNames.parse(
      JSON.stringify({ headers: { 'x-svc-serviceaccount': { accept: ['x-a', 'x-b'], emit: 'X-C' } } }),
    );
    expect(several.spellingsOf('x-svc-serviceaccount')).toEqual(['x-svc-serviceaccount', 'x-a', 'x-b', 'x-c']);
    expect(several.spellingsOf('x-svc-nuakey')).toEqual(['x-svc-nuakey']);
  });

  it.each(['content-type', 'Cookie', 'x-forwarded-for', 'Upload-Offset', 'tus-resumable', 'range', 'host'])(
    'are never %s, which has a meaning of its own',
    (word) => {
      const file = { headers: { 'x-kbdb-user': { accept: [word] } } };
      expect(() => WireNames.parse(JSON.stringify(file))).toThrow(/has another meaning in HTTP/);
    },
  );

  it('may be the canonical name again', () => {
    const same = WireNames.parse(JSON.stringify({ headers: { 'x-kbdb-user': { accept: ['X-KBDB-User'] } } }));
    expect(same.spellingsOf('x-kbdb-user')).toEqual(['x-kbdb-user']);
    expect(same.translatesHeaders).toBe(false);
  });
});
