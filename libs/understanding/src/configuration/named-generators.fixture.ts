import { Generator, type GeneratorDescription } from '@lectern/models';
import { type Rephrased } from '@lectern/language';
import type { NamedGenerator } from './generative-models';

/** Generates nothing. */
export class Silent extends Generator {
  constructor(readonly description: GeneratorDescription) {
    super();
  }

  async *generate() {
    yield { type: 'status', code: '0' } as const;
  }

  async rephrase(): Promise<Rephrased> {
    return { question: '', usedHistory: false };
  }
}

const usual = { languages: ['*'], contextTokensMax: 1_000, vision: false };

/** The built-in reader. */
export function localReader(): NamedGenerator {
  const can = { followsPrompts: false, takesOtherModels: false };
  return {
    generator: new Silent({ id: 'local', provider: 'local', ...usual, ...can }),
    id: 'local',
    customerKey: false,
  };
}

/** The server of the deployment. */
export function servedModel(id = 'served', provider = 'openai_compat'): NamedGenerator {
  const can = { followsPrompts: true, takesOtherModels: true };
  const generator = new Silent({ id, provider, ...usual, ...can });
  return { generator, id, customerKey: false };
}
