import { consumptionOf } from './consumption';

const none = { input: 0, output: 0, image: 0 };

describe('the consumption of a request', () => {
  it('is thousands of tokens with the key of the deployment', () => {
    expect(consumptionOf({ input: 1_500, output: 20 })).toEqual({
      normalized_tokens: { input: 1.5, output: 0.02, image: 0 },
      customer_key_tokens: none,
    });
  });

  it('is that of the customer with a key of the box, and then of nobody else', () => {
    expect(consumptionOf({ input: 1_500, output: 20, customerKey: true })).toEqual({
      normalized_tokens: none,
      customer_key_tokens: { input: 1.5, output: 0.02, image: 0 },
    });
  });

  it('is nothing where no model was asked', () => {
    expect(consumptionOf({ input: 0, output: 0 })).toEqual({ normalized_tokens: none, customer_key_tokens: none });
  });
});
