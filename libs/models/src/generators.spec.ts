import { Generator, type GeneratorDescription } from './generator';
import { Generators } from './generators';

class Silent extends Generator {
  readonly description: GeneratorDescription;

  constructor(id: string, takesOtherModels: boolean) {
    super();
    this.description = {
      id,
      provider: 'local',
      languages: ['*'],
      contextTokensMax: 1_000,
      vision: false,
      followsPrompts: true,
      takesOtherModels,
    };
  }

  async *generate() {}

  async rephrase({ question }: { readonly question: string }) {
    return { question, usedHistory: false };
  }
}

describe('the generator of a request', () => {
  const models = [new Silent('local', false), new Silent('hosted', true)];
  const chosen = (defaultId: string, model?: string) => new Generators(models, defaultId).for(model).description.id;

  it('is the default when the request names none', () => {
    expect([chosen('local'), chosen('hosted')]).toEqual(['local', 'hosted']);
  });

  it('is the one that it names', () => {
    expect([chosen('local', 'hosted'), chosen('hosted', 'local')]).toEqual(['hosted', 'local']);
  });

  it('is the default for a name that only its provider may know', () => {
    expect(chosen('hosted', 'other')).toBe('hosted');
    expect(() => chosen('local', 'other')).toThrow('The generative model other is not available');
  });
});
