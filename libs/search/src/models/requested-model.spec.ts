import { listedGenerator } from './requested-model';

describe('the model that answers a request', () => {
  const local = { id: 'local', contextTokensMax: 1_000, takesOtherModels: false, vision: false, followsPrompts: false };
  const hosted = {
    id: 'hosted',
    contextTokensMax: 32_000,
    takesOtherModels: true,
    vision: false,
    followsPrompts: true,
  };
  const models = { generator: local, generators: [local, hosted] };

  it.each([undefined, null, ''])('is the default when the name is %j', (generative_model) => {
    expect(listedGenerator({ generative_model }, models)).toBe(local);
  });

  it('is the one that it names', () => {
    expect(listedGenerator({ generative_model: 'hosted' }, models)).toBe(hosted);
    expect(listedGenerator({ generative_model: 'local' }, { ...models, generator: hosted })).toBe(local);
  });

  it('is none of those that the deployment lists for any other name', () => {
    expect(listedGenerator({ generative_model: 'other' }, models)).toBeUndefined();
  });
});
