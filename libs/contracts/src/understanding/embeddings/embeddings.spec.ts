import fc from 'fast-check';
import { AppError } from '../../core/errors';
import { membersOf } from '../../validation/answers.fixture';
import { below, required, tooLong, tooMany, wireOf } from '../../validation/members.fixture';
import { conductOf, faults, list, received, routesOf, text } from '../../validation/requests.fixture';
import { encodedVector } from '../embedding-answer';
import { EmbeddingsRequest } from './embeddings.dto';
import { createEmbeddings } from './embeddings.operations';

const smallest = { input: 'The moon pulls the sea.' };
const faultsOf = (body: unknown) => faults(createEmbeddings, { body });
const page = { formToken: '' };
const origin = { learningId: 'a', model: 'm', traceId: 't' };

describe('embeddings for clients of the OpenAI API', () => {
  it('are for NUA keys, which may come as bearer tokens', () => {
    expect(routesOf(createEmbeddings)).toEqual({
      'POST /predict/compat/embeddings': '200 json; any of nothing; nua',
    });
    expect(conductOf(createEmbeddings)).toEqual({ 'understanding.predict.embeddings': '60 s' });
    expect(createEmbeddings.policy?.bearer).toBe('nua');
  });

  it('need an input, and are numbers unless base64 is asked for', () => {
    expect(wireOf(EmbeddingsRequest, smallest)).toEqual({
      input: 'text list!',
      model: 'null text',
      encoding_format: "null 'float' or 'base64' = \"float\"",
      dimensions: 'null whole',
    });
    expect(received(createEmbeddings, { body: { ...smallest, user: 'ada' } }).body).toEqual({
      ...smallest,
      encoding_format: 'float',
    });
    expect(faultsOf({})).toEqual([`body.input: ${required}`]);
  });

  it.each([
    ['', true],
    [text(20_000), true],
    [text(20_001), false],
    [['a', 'b'], true],
    [list(2_048, () => 'a'), true],
    [list(2_049, () => 'a'), false],
    [[], false],
    [[text(20_001)], false],
    [[0, 2 ** 31 - 1], true],
    [[-1], false],
    [[2 ** 31], false],
    [[0.5], false],
    [list(8_192, () => 1), true],
    [list(8_193, () => 1), false],
    [[[1, 2], [3]], true],
    [[[]], false],
    [['a', 1], false],
    [[[1], 'a'], false],
    [{ text: 'a' }, false],
    [null, false],
  ])('take texts or tokens: %#', (input, isTaken) => {
    expect(faultsOf({ input }).length === 0).toBe(isTaken);
  });

  it('take a proper model, form and size only', () => {
    const beyond = { model: text(251), encoding_format: 'hex', dimensions: 0 };
    expect(faultsOf({ ...smallest, ...beyond })).toEqual([
      `body.model: ${tooLong(250)}`,
      "body.encoding_format: Input should be 'float' or 'base64'",
      `body.dimensions: ${below(1)}`,
    ]);
    expect(faultsOf({ input: list(2_049, () => 'a') })).toContain(`body.input.list[str]: ${tooMany(2_048)}`);
  });

  it('refuse in the envelope of that API', () => {
    expect(createEmbeddings.http?.refusal?.(new AppError('rate_limited', 'Busy')).body).toMatchObject({
      error: { type: 'rate_limit_error' },
    });
  });
});

describe('a list of embeddings', () => {
  const answer = { origin, model: 'm', tokens: 3, showsConsumption: false };

  it('has the members of that API, in the order of the texts', () => {
    const vectors = [
      [1, 0],
      [0.5, -0.25],
    ].map((vector) => encodedVector(Float32Array.from(vector)));
    expect(createEmbeddings.http?.respond?.({ ...answer, vectors, format: 'float' }, page)).toEqual({
      headers: expect.objectContaining({ 'svc-learning-model': 'm' }),
      body: {
        object: 'list',
        data: [
          { object: 'embedding', index: 0, embedding: [1, 0] },
          { object: 'embedding', index: 1, embedding: [0.5, -0.25] },
        ],
        model: 'm',
        usage: { prompt_tokens: 3, total_tokens: 3 },
      },
    });
  });

  it('has vectors as they travel where base64 is asked for', () => {
    const vectors = [encodedVector(Float32Array.of(1))];
    expect(vectors).toEqual(['AACAPw==']);
    expect(createEmbeddings.http?.respond?.({ ...answer, vectors, format: 'base64' }, page).body).toMatchObject({
      data: [{ embedding: 'AACAPw==' }],
    });
  });

  it('says what it consumed only where that is asked for', () => {
    const bodyOf = (showsConsumption: boolean) =>
      createEmbeddings.http?.respond?.({ ...answer, vectors: [], format: 'float', showsConsumption }, page).body;
    expect(bodyOf(false)).not.toHaveProperty('consumption');
    expect(bodyOf(true)).toMatchObject({
      consumption: {
        normalized_tokens: { input: expect.any(Number), output: 0, image: 0 },
        customer_key_tokens: { input: 0, output: 0, image: 0 },
      },
    });
    expect(membersOf(`${__dirname}/embeddings.dto.ts`, 'EmbeddingList')).toBe(
      'object, data, model, usage, consumption?',
    );
  });

  it('loses no number on its way', () => {
    fc.assert(
      fc.property(fc.array(fc.float({ noNaN: true, noDefaultInfinity: true })), (numbers) => {
        const vectors = [encodedVector(Float32Array.from(numbers))];
        expect(createEmbeddings.http?.respond?.({ ...answer, vectors, format: 'float' }, page).body).toMatchObject({
          data: [{ embedding: numbers }],
        });
      }),
    );
  });
});
