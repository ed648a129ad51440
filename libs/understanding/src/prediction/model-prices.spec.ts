import { modelPricesIn, priceOfModel } from './model-prices';

const price = { input: 1.25, output: 10 };
const prices = modelPricesIn(JSON.stringify({ 'gpt-5': price, 'gpt-5/mine': { input: 0, output: 0 } }));
const hosted = { id: 'scripted', provider: 'openai_compat' };

describe('prices of models', () => {
  it('are those of the name in the request first, then those of the model at its provider', () => {
    expect(priceOfModel({ id: 'gpt-5', description: hosted }, prices)).toEqual(price);
    expect(priceOfModel({ id: 'gpt-5/mine', model: 'gpt-5', description: hosted }, prices)).toMatchObject({ input: 0 });
    expect(priceOfModel({ id: 'gpt-5/other', model: 'gpt-5', description: hosted }, prices)).toEqual(price);
    expect(priceOfModel({ id: 'a', description: { ...hosted, id: 'gpt-5' } }, prices)).toEqual(price);
  });

  it('are unknown for a model that the table does not name, and nothing for the built-in reader', () => {
    expect(priceOfModel({ id: 'gpt-6', description: hosted }, prices)).toBeUndefined();
    expect(priceOfModel({ id: 'local', description: { id: 'local', provider: 'local' } }, prices)).toEqual({
      input: 0,
      output: 0,
    });
  });

  it.each([
    ['{', 'must be JSON'],
    ['[]', 'must be a JSON object'],
    ['{"m": 1}', 'must have for m the numbers'],
    ['{"m": {"input": 1}}', 'must have for m the numbers'],
    ['{"m": {"input": -1, "output": 1}}', 'must have for m the numbers'],
    ['{"m": {"input": 1, "output": 1, "image": 1}}', 'must have for m the numbers'],
  ])('are refused where they are not clear, as %s', (json, message) => {
    expect(() => modelPricesIn(json)).toThrow(message);
  });
});
