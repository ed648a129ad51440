import { generatorOf } from './requested-model';

describe('the model that answers a request', () => {
  const local = { id: 'local', contextTokensMax: 1_000, takesOtherModels: false, vision: false };
  const hosted = { id: 'hosted', contextTokensMax: 32_000, takesOtherModels: true, vision: false };
  const models = { generator: local, generators: [local, hosted] };

  it.each([undefined, null, ''])('is the default when the name is %j', (generative_model) => {
    expect(generatorOf({ generative_model }, models)).toBe(local);
  });

  it('is the one that it names', () => {
    expect(generatorOf({ generative_model: 'hosted' }, models)).toBe(hosted);
    expect(generatorOf({ generative_model: 'local' }, { ...models, generator: hosted })).toBe(local);
  });

  it('is none for any other name, and the refusal says where the name is and which models there are', () => {
    const detail = { loc: ['body', 'generative_model'], msg: expect.stringContaining('local, hosted'), input: 'other' };
    expect(() => generatorOf({ generative_model: 'other' }, models)).toThrow(
      expect.objectContaining({ code: 'invalid_request', details: { detail: [expect.objectContaining(detail)] } }),
    );
  });

  it('is the default for any other name when its provider has more models', () => {
    expect(generatorOf({ generative_model: 'other' }, { ...models, generator: hosted })).toBe(hosted);
  });
});
