import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { languages } from './language';

const src = resolve(__dirname, '..');
const english = globSync('**/texts.en.json', { cwd: src });
const placeholders = (text: string) => [...text.matchAll(/\{\{.*?\}\}|<\/?\w+\/?>/g)].map(([found]) => found).sort();

type Texts = ReadonlyMap<string, string>;

/** Texts by their keys, `deletion.title`. */
function textsOf(file: string): Texts {
  const flat = (value: object, prefix: string): [string, string][] =>
    Object.entries(value).flatMap(([key, inner]) =>
      typeof inner === 'string' ? [[prefix + key, inner]] : flat(inner, `${prefix}${key}.`),
    );
  return new Map(flat(JSON.parse(readFileSync(join(src, file), 'utf8')), ''));
}

describe.each(english)('the texts of %s', (file) => {
  const texts = textsOf(file);
  const others = Object.keys(languages).filter((language) => language !== 'en');

  it.each(others)('are all there in %s, with the same placeholders', (language) => {
    const other = textsOf(file.replace('.en.', `.${language}.`));
    expect([...other.keys()].sort()).toEqual([...texts.keys()].sort());
    const differing = [...texts].filter(
      ([key, text]) => `${placeholders(text)}` !== `${placeholders(other.get(key) ?? '')}`,
    );
    expect(differing).toEqual([]);
  });

  it('are declared, so that the compiler knows their keys', () => {
    const declared = readFileSync(join(__dirname, 'catalogues.d.ts'), 'utf8');
    expect(declared).toContain(`typeof import('../${file}')`);
  });
});

describe('the Spanish texts', () => {
  const spanish = english.flatMap((file) => {
    const name = file.replace('.en.', '.es.');
    return [...textsOf(name)].map(([key, text]) => ({ where: `${name}: ${key}`, text }));
  });
  const withWords = (words: RegExp) => spanish.filter(({ text }) => words.test(text)).map(({ where }) => where);

  it('call a knowledge box "base de conocimiento" or "base", and nothing else', () => {
    expect(withWords(/\bcajas?\b/i)).toEqual([]);
    const named = english.flatMap((file) => {
      const other = textsOf(file.replace('.en.', '.es.'));
      const about = [...textsOf(file)].filter(([, text]) => /\bknowledge box(es)?\b/i.test(text));
      return about.map(([key]) => other.get(key) ?? '');
    });
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter((text) => !/\bbases?\b/i.test(text))).toEqual([]);
  });

  it('say "usted"', () => {
    expect(withWords(/(?<!\p{L})(tú|tus?|ti|te|contigo)(?!\p{L})/iu)).toEqual([]);
  });
});
