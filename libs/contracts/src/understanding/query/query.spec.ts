import { membersOf } from '../../validation/answers.fixture';
import { changed, required, tooLong, tooMany, wireOf } from '../../validation/members.fixture';
import { conductOf, faults, list, received, routesOf, text } from '../../validation/requests.fixture';
import { QueryByQuery, QueryPayload } from './query.dto';
import { predictQuery, predictQueryDeprecated } from './query.operations';

const smallest = { text: 'What pulls the sea?' };
const image = { content_type: 'image/png', b64encoded: 'aaaa' };
const faultsOf = (body: unknown) => faults(predictQuery, { body });
const placeholder = 'Value error, Rephrase prompt must contain the {question} placeholder';

const shared = {
  rephrase: 'null flag = false',
  rephrase_prompt: 'null text',
  generative_model: 'null text',
  semantic_models: 'null list',
  semantic_model: 'null text',
  token_model: 'null text',
  graph_nodes: 'null list',
  semantic_graph_node_models: 'null list',
  graph_edges: 'null list',
  semantic_graph_edge_models: 'null list',
  agentic_entities: 'null flag',
};

describe('preparing a query', () => {
  it('is for keys of accounts, by GET and by POST, with and without a knowledge box', () => {
    expect(routesOf(predictQuery, predictQueryDeprecated)).toEqual({
      'POST /predict/query': '200 json; any of nothing; nua',
      'POST /predict/query/{kbid}': '200 json; any of kb; nua',
      'GET /predict/query': '200 json; any of nothing; nua',
      'GET /predict/query/{kbid}': '200 json; any of kb; nua',
    });
    expect(conductOf(predictQuery, predictQueryDeprecated)).toEqual({
      'understanding.predict.query': '60 s',
      'understanding.predict.query-by-query': '60 s',
    });
  });

  it('takes the same members in a body and in a query, but images in a body only', () => {
    expect(wireOf(QueryPayload, smallest)).toEqual({
      ...shared,
      text: 'null text',
      image: 'null object',
      query_image: 'null object',
    });
    expect(wireOf(QueryByQuery, smallest)).toEqual({ ...shared, text: 'text!' });
  });

  it('asks for nothing but its text by default', () => {
    expect(received(predictQuery, { body: smallest }).body).toEqual({ text: 'What pulls the sea?', rephrase: false });
  });

  it('reads flags and repeated names from a query as they are meant', () => {
    const query = { text: 'Who?', rephrase: 'True', semantic_models: 'minilm-l6', graph_nodes: ['Ada', 'Babbage'] };
    expect(received(predictQueryDeprecated, { query }).query).toEqual({
      text: 'Who?',
      rephrase: true,
      semantic_models: ['minilm-l6'],
      graph_nodes: ['Ada', 'Babbage'],
    });
  });

  it.each([
    [{ text: null, image }, []],
    [{ query_image: image }, []],
    [{ text: 'Who?', image, query_image: null }, []],
    [{}, ['body: Value error, `text` or `image` is needed']],
    [{ text: '' }, ['body: Value error, `text` or `image` is needed']],
    [
      { image, query_image: image },
      ['body: Value error, `image` and `query_image` are the same, please, use the former'],
    ],
    [{ image: { content_type: 'image/png' } }, [`body.image.b64encoded: ${required}`]],
  ])('takes a text, an image or both, but one of them: %j', (body, expected) => {
    expect(faultsOf(body)).toEqual(expected);
  });

  it.each([
    ['text', text(20_000), text(20_001), tooLong(20_000)],
    ['generative_model', text(250), text(251), tooLong(250)],
    ['semantic_models', list(10, String), list(11, String), tooMany(10)],
    ['semantic_models', [text(250)], [text(251)], tooLong(250), 'semantic_models.0'],
    ['graph_nodes', list(500, String), list(501, String), tooMany(500)],
    ['graph_nodes', [text(2_000)], [text(2_001)], tooLong(2_000), 'graph_nodes.0'],
    ['semantic_graph_node_models', list(10, String), list(11, String), tooMany(10)],
    ['graph_edges', list(500, String), list(501, String), tooMany(500)],
    ['graph_edges', [text(2_000)], [text(2_001)], tooLong(2_000), 'graph_edges.0'],
    ['semantic_graph_edge_models', list(10, String), list(11, String), tooMany(10)],
  ])('takes %s up to its bound', (at, most, more, fault, place = at) => {
    const faultsAt = (value: unknown) => faultsOf(changed(smallest, at, value));
    expect([faultsAt(most), faultsAt(more)]).toEqual([[], [`body.${place}: ${fault}`]]);
  });

  it('needs in a prompt a place for the question', () => {
    expect(faultsOf({ ...smallest, rephrase_prompt: 'As a search: {question}' })).toEqual([]);
    expect(faultsOf({ ...smallest, rephrase_prompt: 'As a search' })).toEqual([`body.rephrase_prompt: ${placeholder}`]);
    expect(faults(predictQueryDeprecated, { query: { text: 'a', rephrase_prompt: 'As a search' } })).toEqual([
      `query.rephrase_prompt: ${placeholder}`,
    ]);
  });
});

describe('a prepared query', () => {
  it('has every part, null for graph vectors that nobody asked for', () => {
    expect(membersOf(`${__dirname}/query.dto.ts`, 'PreparedQuery')).toBe(
      'language, stop_words, semantic_threshold, semantic_thresholds, visual_llm, max_context, entities, sentence, ' +
        'graph_nodes|null, graph_edges|null, query, rephrased_query',
    );
    expect(membersOf(`${__dirname}/query.dto.ts`, 'GraphVectors')).toBe('vectors, timings, consumption|null');
  });
});
