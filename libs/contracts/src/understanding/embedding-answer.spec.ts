import { embeddingList, encodedVector } from './embedding-answer';

const origin = { learningId: 'a', model: 'm', traceId: 't' };
const vector = Float32Array.of(0.5, -1, 0.1);
const predicted = { origin, model: 'm', vectors: [encodedVector(vector)], tokens: 3, showsConsumption: false };

describe('vectors for clients of the OpenAI API', () => {
  it('are numbers, without loss', () => {
    const { body } = embeddingList({ ...predicted, format: 'float' });
    expect(body).toMatchObject({ data: [{ index: 0, embedding: [...vector] }], usage: { total_tokens: 3 } });
  });

  it('are the bytes of little-endian floats when base64 is requested', () => {
    const { body } = embeddingList({ ...predicted, format: 'base64' });
    expect(body).toMatchObject({ data: [{ embedding: 'AAAAPwAAgL/NzMw9' }] });
  });

  it('come with what they consumed when that is requested', () => {
    const { body } = embeddingList({ ...predicted, format: 'float', showsConsumption: true });
    expect(body).toMatchObject({ consumption: { normalized_tokens: { input: 0.003, output: 0, image: 0 } } });
  });
});
