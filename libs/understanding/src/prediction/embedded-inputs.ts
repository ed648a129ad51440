import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { AppError } from '@lectern/contracts/core';
import type { EmbeddingsRequest } from '@lectern/contracts/understanding';
import type { Embedder } from '@lectern/models';

type Input = EmbeddingsRequest['input'];

/**
 * The texts to embed. Some clients send tokens, usually of a hosted model.
 *
 * @throws AppError `invalid_request` for tokens that are not of the tokenizer of the model
 */
export async function embeddedInputs(embedder: Embedder, input: Input): Promise<readonly string[]> {
  if (typeof input === 'string') return [input];
  const texts: string[] = [];
  for (const one of inputsOf(input)) {
    if (typeof one === 'string') texts.push(one);
    else {
      const text = await embedder.textOf(one);
      if (text === undefined) throw otherTokens(embedder.description.id);
      texts.push(text);
      await yieldToOthers();
    }
  }
  return texts;
}

function inputsOf(input: Exclude<Input, string>): readonly (string | number[])[] {
  const tokens = input.filter((one) => typeof one === 'number');
  return tokens.length > 0 ? [tokens] : input.filter((one) => typeof one !== 'number');
}

function otherTokens(model: string): AppError {
  const setting = 'check_embedding_ctx_length=False of OpenAIEmbeddings in LangChain';
  return new AppError(
    'invalid_request',
    `input has tokens that are not those of the model ${model}: send texts, such as with ${setting}`,
  );
}
