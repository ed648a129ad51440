import { validate } from '@lectern/contracts/core';
import { AgentLanguageModel, AgentParameters } from '@lectern/contracts/understanding';
import type { GeneratorDescription } from '@lectern/models';
import { JsonWriter } from './json-writer.fixture';
import { checkAskPrompt, checkOwnModel, ownSettings } from './own-model';

const openai = { id: 'gpt-5', provider: 'openai', reasons: true, followsPrompts: true };
const reader = { id: 'local', provider: 'local', followsPrompts: false };

/** A model as it was found. */
function found(description: Partial<GeneratorDescription>, id = description.id ?? 'model', customerKey = true) {
  const writer = new JsonWriter(() => ({}));
  Object.assign(writer, { description: { ...writer.description, ...description } });
  return { generator: writer, id, customerKey };
}

const llmOf = (members: object) => validate(AgentLanguageModel, members);
const keys = { openai: { key: 'sk' } };
const prompts = { openai: { system: 'Be brief.', prompt: 'Of {context}: {question}' } };

describe('the model that a task names', () => {
  it('is called with the prompts and the effort that the task has for its provider', () => {
    const llm = llmOf({ prompts, reasoning_config: { effort: 2 } });
    expect(ownSettings(llm, found(openai))).toEqual({
      system: 'Be brief.',
      askPrompt: 'Of {context}: {question}',
      reasoning: 'medium',
    });
    expect(ownSettings(undefined, found(openai))).toEqual({});
  });

  it.each([
    [{ effort: 3 }, 'high'],
    [{ effort: 'low' }, 'low'],
    [{ effort: 1, budget_tokens: 100_000 }, 'low'],
    [{ budget_tokens: 1_000 }, 'minimal'],
    [{ budget_tokens: 100_000 }, 'xhigh'],
    [{}, undefined],
  ])('thinks for %j with the effort %s', (reasoning_config, effort) => {
    expect(ownSettings(llmOf({ reasoning_config }), found(openai)).reasoning).toBe(effort);
  });

  it('may have its provider, keys and prompts', () => {
    const llm = llmOf({ model: 'gpt-5', provider: 'openai', keys, prompts, reasoning_config: { effort: 'high' } });
    expect(() => checkOwnModel(llm, { named: found(openai), keys })).not.toThrow();
    const server = found({ id: 'served', provider: 'openai_compat' });
    const generation = { text_generation: { model: 'small' } };
    expect(() => checkOwnModel(undefined, { named: server, keys: generation })).not.toThrow();
    expect(() =>
      checkOwnModel(llmOf({ reasoning_config: { effort: 4 } }), { named: found(reader), keys: {} }),
    ).not.toThrow();
  });

  it.each([
    [{ provider: 'anthropic' }, {}, found(openai), 'llm.provider: the model gpt-5 is of openai, not of anthropic'],
    [{}, { palm: {} }, found(openai), 'llm.keys.palm: the model gpt-5 is of openai and uses no keys of palm'],
    [{}, { hf_embedding: {} }, found(openai), 'uses no keys of hf_embedding'],
    [{}, keys, found(openai, 'custom:ours'), 'llm.keys: the model custom:ours is one of the account'],
    [{}, keys, found(openai, 'gpt-5', false), 'llm.keys.openai: the model gpt-5 is not called with them'],
    [{ prompts: { cohere: { system: 'a' } } }, {}, found(openai), 'is of openai: give prompts.openai'],
    [{ prompts: { local: { system: 'a' } } }, {}, found(reader), 'llm.prompts: the model local follows no prompts'],
    [{ prompts: { openai: { prompt: 'a' } } }, {}, found(openai), 'must contain the {context} placeholder'],
    [{ reasoning_config: { effort: 3 } }, {}, found({ ...openai, reasons: false }), 'the model gpt-5 does not reason'],
    [{ reasoning_config: { effort: 3 } }, {}, found(reader), 'the model local does not reason'],
  ])('is refused with %j and keys %j', (members, given, named, problem) => {
    expect(() => checkOwnModel(llmOf(members), { named, keys: given })).toThrow(problem);
  });

  it('has a prompt for questions only if a question uses it', () => {
    const parametersOf = (operation: object) =>
      validate(AgentParameters, { name: 'a', operations: [operation], llm: { prompts } });
    const question = { question: '{"type": "object"}', destination: 'who' };
    expect(() => checkAskPrompt(parametersOf({ ask: question }))).not.toThrow();
    for (const operation of [
      { ask: { ...question, json: true } },
      { ask: { ...question, user_prompt: '{context}' } },
      { graph: { ident: 'a' } },
    ])
      expect(() => checkAskPrompt(parametersOf(operation))).toThrow(
        'llm.prompts.openai.prompt: it is for ask operations',
      );
  });
});
