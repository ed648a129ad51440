import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { kindName } from './kind-name';

describe('the kind of a resource', () => {
  it.each([
    ['application/pdf', 'pdf'],
    ['message/rfc822', 'mail'],
    ['chemical/x-pdb', undefined],
    ['toString', undefined],
    ['', undefined],
  ])('%s is called %s', (mediaType, name) => {
    expect(kindName(mediaType)).toBe(name);
  });

  it.each(['en', 'es'])('has a text in %s wherever it has a name', (language) => {
    const texts = JSON.parse(readFileSync(join(__dirname, `texts.${language}.json`), 'utf8'));
    const types = 'text/plain text/html text/markdown text/csv application/stf-link application/pdf message/rfc822';
    for (const type of types.split(' ')) expect(texts.kind[kindName(type) ?? '']).toMatch(/\w/);
  });
});
