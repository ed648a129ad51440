import { betterEmbedder, suitableEmbedder } from './embedder-choice';

const model = (id: string, languages: readonly string[]) => ({
  id,
  languages,
  dimensions: 4,
  defaultMinScore: 0,
  fusionWeight: 0.5,
  fusionWeightElsewhere: 0.2,
});
const english = model('english', ['en']);
const many = model('many', ['ar', 'de', 'en', 'es', 'zh']);
const lexical = model('lexical', ['*']);
const models = { embedder: english, embedders: [english, many, lexical], candidates: ['english', 'many'] };
const contents = (counts: object) => new Map(Object.entries(counts));
const suitable = (counts: object, of: Parameters<typeof suitableEmbedder>[0] = models) =>
  suitableEmbedder(of, contents(counts)).id;

describe('suitableEmbedder', () => {
  it('is the English model for English, also with a few texts in other languages', () => {
    expect(suitable({ en: 1 })).toBe('english');
    expect(suitable({ en: 95, de: 5 })).toBe('english');
  });

  it('is the model of many languages for all others, and where languages are mixed', () => {
    expect(suitable({ de: 1 })).toBe('many');
    expect(suitable({ en: 80, ar: 20 })).toBe('many');
    expect(suitable({ en: 40, zh: 30, sw: 30 })).toBe('many');
  });

  it('is that of the deployment where no language is known, none is spoken, or a setting names it', () => {
    expect(suitable({})).toBe('english');
    expect(suitable({ sw: 3 })).toBe('english');
    expect(suitable({ de: 3 }, { ...models, candidates: ['english'] })).toBe('english');
    expect(suitable({ de: 3 }, { ...models, candidates: undefined })).toBe('english');
  });

  it('is never a candidate that is not installed', () => {
    expect(suitable({ de: 3 }, { ...models, embedders: [english, lexical] })).toBe('english');
  });
});

describe('betterEmbedder', () => {
  const better = (present: string, counts: object) => betterEmbedder(models, present, contents(counts))?.id;

  it('is another one once the contents are in languages that the model of the box does not speak', () => {
    expect(better('english', { en: 8, de: 2 })).toBe('many');
    expect(better('english', { en: 19, de: 1 })).toBeUndefined();
  });

  it('is none for a box whose model speaks all, is not a candidate, or whose languages no other one speaks', () => {
    expect(better('many', { en: 100 })).toBeUndefined();
    expect(better('lexical', { de: 5 })).toBeUndefined();
    expect(better('gone', { de: 5 })).toBeUndefined();
    expect(better('english', { sw: 5 })).toBeUndefined();
    expect(better('english', {})).toBeUndefined();
  });
});
