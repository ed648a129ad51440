import { semanticWeight } from './semantic-weight';

const english = { languages: ['en'], fusionWeight: 0.5, fusionWeightElsewhere: 0.3 };

describe('the weight of the semantic leg', () => {
  it('is whole where the model speaks the query and the collection', () => {
    expect(semanticWeight(english, 'en', { en: 0.9, de: 0.1 })).toBe(0.5);
  });

  it('is less where it does not speak the query', () => {
    expect(semanticWeight(english, 'zh', { en: 1 })).toBe(0.3);
  });

  it('is less where it does not speak most of the collection', () => {
    expect(semanticWeight(english, 'en', { en: 0.3, es: 0.7 })).toBe(0.3);
    expect(semanticWeight(english, '', { es: 1 })).toBe(0.3);
  });

  it('goes by the collection when the language of the query is not known', () => {
    expect(semanticWeight(english, '', { en: 1 })).toBe(0.5);
    expect(semanticWeight(english, '', {})).toBe(0.5);
  });

  it('is most where the collection is in other languages than the query, and the model speaks both', () => {
    const both = { ...english, languages: ['en', 'es'], fusionWeight: 0.4 };
    expect(semanticWeight(both, 'en', { es: 1 })).toBe(0.8);
    expect(semanticWeight(both, 'en', { es: 0.95, en: 0.05 })).toBe(0.8);
    expect(semanticWeight(both, 'en', { es: 0.8, en: 0.2 })).toBe(0.4);
    expect(semanticWeight(both, '', { es: 1 })).toBe(0.4);
    expect(semanticWeight(both, 'en', {})).toBe(0.4);
    expect(semanticWeight({ ...both, languages: ['*'] }, 'en', { es: 1 })).toBe(0.4);
  });

  it('does not depend on the language for a model that does not', () => {
    expect(semanticWeight({ ...english, languages: ['*'], fusionWeight: 0.2 }, 'zh', { zh: 1 })).toBe(0.2);
  });
});
