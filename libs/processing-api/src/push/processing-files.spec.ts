import { masterKeyOf, SecretEnvelope } from '@lectern/secrets';
import { FileTokens } from './file-tokens';
import { fileNameOf, headerLabels } from './processing-files';

const base64 = (text: string) => Buffer.from(text).toString('base64');

describe('The headers of a file', () => {
  it.each([
    [base64('Übersicht.pdf'), 'Übersicht.pdf'],
    ['%C3%9Cbersicht%20%231.pdf', 'Übersicht #1.pdf'],
    ['100%.pdf', '100%.pdf'],
    ['%zz%41', '%zz%41'],
    ['plain.txt', 'plain.txt'],
    [undefined, undefined],
  ])('name it %j', (header, name) => {
    expect(fileNameOf(header)).toBe(name);
  });

  it('have labels in base64 of JSON', () => {
    const labels = [{ labelset: 'kind', label: 'report' }];
    expect(headerLabels(base64(JSON.stringify(labels)))).toEqual(labels);
    expect(headerLabels(undefined)).toEqual([]);
    for (const wrong of ['no base64', base64('{}'), base64('[1]'), base64('[{"label": "a"}]')])
      expect(() => headerLabels(wrong)).toThrow('base64 of a JSON list');
  });
});

describe('A file token', () => {
  const tokens = new FileTokens(new SecretEnvelope([masterKeyOf('a secret of this test that is long enough')]));
  const now = new Date();
  const life = { now, expires: new Date(now.getTime() + 60_000) };
  const file = { key: 'a/b', sizeBytes: 3, contentType: 'text/plain', filename: 'a.txt', md5: 'm', password: 'secret' };

  it('says what the file is to its account, also with quotes around it', () => {
    const token = tokens.sign('account', file, life);
    expect(tokens.read(`"${token}"`, 'account', now)).toEqual(file);
    expect(token).toMatch(/^[\w.-]+$/);
    expect(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).not.toContain('secret');
  });

  it('says nothing to others, and after its end', () => {
    const token = tokens.sign('account', file, life);
    expect(tokens.read(token, 'other', now)).toBeUndefined();
    expect(tokens.read(token, 'account', new Date(now.getTime() + 61_000))).toBeUndefined();
  });
});
