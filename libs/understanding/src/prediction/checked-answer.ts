import { invalidRequest } from '@lectern/contracts/core';
import { answerSchemas, SchemaError } from '@lectern/json-schema';
import type { GenerationChunk, GenerationRequest, Generator } from '@lectern/models';

type Meta = Extract<GenerationChunk, { type: 'meta' }>;

/** The owner of a generation and its request. */
export interface CheckedCircumstances {
  /** Fair scheduling key for checking schemas and objects: a knowledge box or an account. */
  readonly owner: string;
  /** Path of the schema in the request. */
  readonly loc: readonly string[];
  readonly signal: AbortSignal;
}

type ProblemOf = (object: object) => Promise<string | undefined>;

/** Result of one attempt at an object. */
interface Attempt {
  object?: object;
  problem?: string;
  meta?: Meta;
  /** Its last value. */
  status?: Extract<GenerationChunk, { type: 'status' }>;
}

/**
 * An answer whose object conforms to the schema of the request. If it does not, the model is asked once more with the
 * errors; a second invalid object is a failure. If a model that does not follow prompts returns an invalid object, the
 * context does not contain the answer.
 *
 * @throws AppError `invalid_request` for an invalid schema; before the first value as `Generator.generate`
 */
export async function* checkedAnswer(
  generator: Generator,
  request: GenerationRequest,
  circumstances: CheckedCircumstances,
): AsyncGenerator<GenerationChunk> {
  const { signal } = circumstances;
  const { jsonSchema } = request;
  if (!jsonSchema) return yield* generator.generate(request, { signal });
  await checkSchema(jsonSchema, circumstances);
  const problemOf: ProblemOf = (object) => answerSchemas.problemOf(jsonSchema, object, circumstances);
  const first: Attempt = {};
  yield* attemptObject(generator.generate(request, { signal }), problemOf, first);
  if (first.problem === undefined) return yield* ended(first, first.meta);
  if (!generator.description.followsPrompts)
    return yield* ended({ status: { type: 'status', code: '-2' } }, first.meta);
  const second: Attempt = {};
  yield* attemptObject(generator.generate(repaired(request, first), { signal }), problemOf, second);
  const meta = together(first.meta, second.meta);
  if (second.problem === undefined) return yield* ended(second, meta);
  const details = `The answer does not follow the JSON Schema: ${second.problem}`;
  yield* ended({ status: { type: 'status', code: '-1', details } }, meta);
}

/** @throws AppError `invalid_request` */
async function checkSchema(schema: object, { loc, ...circumstances }: CheckedCircumstances): Promise<void> {
  try {
    await answerSchemas.check(schema, circumstances);
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    throw invalidRequest([{ type: 'value_error', loc: [...loc], msg: `Value error, ${error.message}` }]);
  }
}

/** Passes on values before the object and holds back the rest. */
async function* attemptObject(
  generation: AsyncIterable<GenerationChunk>,
  problemOf: ProblemOf,
  into: Attempt,
): AsyncGenerator<GenerationChunk> {
  for await (const chunk of generation) {
    if (chunk.type === 'object') {
      into.object = chunk.object;
      into.problem = await problemOf(chunk.object);
    } else if (chunk.type === 'meta') into.meta = chunk;
    else if (chunk.type === 'status') into.status = chunk;
    else yield chunk;
  }
}

function* ended({ object, status }: Attempt, meta: Meta | undefined): Iterable<GenerationChunk> {
  if (object) yield { type: 'object', object };
  if (meta) yield meta;
  if (status) yield status;
}

function repaired(request: GenerationRequest, { object, problem }: Attempt): GenerationRequest {
  return {
    ...request,
    history: [
      ...request.history,
      { author: 'USER', text: request.question },
      { author: 'ASSISTANT', text: JSON.stringify(object) },
    ],
    question: `${request.question}\n\nYour object does not follow the JSON Schema: ${problem}. Reply with one that does.`,
  };
}

function together(first: Meta | undefined, second: Meta | undefined): Meta | undefined {
  if (!first || !second) return second ?? first;
  return {
    ...second,
    inputTokens: first.inputTokens + second.inputTokens,
    outputTokens: first.outputTokens + second.outputTokens,
    firstChunkS: first.totalS + second.firstChunkS,
    totalS: first.totalS + second.totalS,
  };
}
