import { membersOf } from '../../validation/answers.fixture';

const file = `${__dirname}/chat-chunk.dto.ts`;

describe('chunks of a chat', () => {
  it.each([
    ['RerankChunk', 'type, context_scores'],
    ['ReasoningChunk', 'type, text'],
    ['TextChunk', 'type, text'],
    ['ObjectChunk', 'type, object'],
    ['ToolsChunk', 'type, tools'],
    ['ImageChunk', 'type, content_type, b64encoded'],
    ['CitationsChunk', 'type, citations, sentences'],
    ['FootnoteCitationsChunk', 'type, footnote_to_context, sentences'],
    ['MetaChunk', 'type, input_tokens, output_tokens, timings, input_svc_tokens, output_svc_tokens'],
    ['StatusChunk', 'type, code, details|null'],
    ['CalledTool', 'id, function'],
  ])('%s has the members that clients read', (name, members) => {
    expect(membersOf(file, name)).toBe(members);
  });

  it('of consumption have its two counts beside their type', () => {
    const consumption = membersOf(`${__dirname}/../../core/consumption.ts`, 'Consumption');
    expect(consumption).toBe('normalized_tokens, customer_key_tokens');
    expect(membersOf(file, 'ConsumptionChunk')).toBe(`${consumption}, type`);
  });

  it('come one in a value, after the one that says who answers', () => {
    expect(membersOf(file, 'ChatValue')).toBe('origin?, chunk?');
  });
});
