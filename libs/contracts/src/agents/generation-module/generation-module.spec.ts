import { changed, tooLong, tooMany, unsupported, above, wireOf } from '../../validation/members.fixture';
import { faults, list, text } from '../../validation/requests.fixture';
import { generationOperations } from '../module/module.operations';
import {
  DataVizConfig,
  GenerateConfig,
  GenerationConditionalConfig,
  PassthroughConfig,
  SummarizeConfig,
} from './generation-module.dto';

const { add } = generationOperations;
const faultsOf = (body: object) => faults(add, { body });
/** Members that every module has. */
const common = { id: 'null text', title: 'null text = "agent"', rules: 'null list', max_retries: 'null whole = 1' };

describe('a generation module', () => {
  it.each([
    [
      SummarizeConfig,
      { module: 'summarize' },
      {
        ...common,
        module: "'summarize'!",
        system_prompt: 'null text',
        prompt: 'null text',
        model: 'null text object',
        images: 'null flag = false',
        conversational: 'null flag = false',
        citations: 'null flag = true',
        force_chunk_level_citations: 'null flag = true',
        history: 'null flag = false',
        include_mcp_prompts: 'nothing',
      },
    ],
    [
      GenerateConfig,
      { module: 'generate' },
      {
        ...common,
        module: "'generate'!",
        prompt: 'null text',
        model: 'null text object',
        images: 'null flag = false',
        generate_image: 'null flag = false',
      },
    ],
    [
      PassthroughConfig,
      { module: 'passthrough' },
      { ...common, module: "'passthrough'!", rich_context: 'null flag = false' },
    ],
    [
      DataVizConfig,
      { module: 'data_viz' },
      { ...common, module: "'data_viz'!", prompt: 'null text', model: 'null text object' },
    ],
    [
      GenerationConditionalConfig,
      { module: 'generation_conditional', has_keywords: ['a'] },
      {
        ...common,
        prompt: 'null text',
        has_keywords: 'null list = []',
        similarity: 'null list = []',
        model: 'null text object',
        module: "'generation_conditional'!",
        on: `null 'QUESTION' or 'CONTEXT' = "QUESTION"`,
        then: 'null list = []',
        else_: 'null list = []',
      },
    ],
  ])('has members of these kinds: %p', (type, smallest, members) => {
    expect(wireOf(type, smallest)).toEqual(members);
    expect(faultsOf(smallest)).toEqual([]);
  });

  it.each([
    [{ module: 'summarize' }, 'prompt', text(100_000), text(100_001), tooLong(100_000)],
    [{ module: 'summarize' }, 'system_prompt', text(100_000), text(100_001), tooLong(100_000)],
    [{ module: 'summarize' }, 'include_mcp_prompts', false, true, unsupported('include_mcp_prompts')],
    [{ module: 'generate' }, 'prompt', text(100_000), text(100_001), tooLong(100_000)],
    [{ module: 'data_viz' }, 'prompt', text(100_000), text(100_001), tooLong(100_000)],
    [{ module: 'data_viz' }, 'rules', list(100, () => 'a'), list(101, () => 'a'), tooMany(100)],
    [{ module: 'passthrough' }, 'max_retries', 10, 11, above(10)],
  ])('takes what is proper only: %j %s', (smallest, at, good, bad, fault) => {
    const faultsAt = (value: unknown) => faultsOf(changed(smallest, at, value));
    expect([faultsAt(good), faultsAt(bad)]).toEqual([[], [`body.${smallest.module}.${at}: ${fault}`]]);
  });
});
