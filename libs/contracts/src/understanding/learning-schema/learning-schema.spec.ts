import { membersOf } from '../../validation/answers.fixture';
import { conductOf, received, routesOf } from '../../validation/requests.fixture';
import { getLearningSchema, getSelfHostedLearningSchema } from './learning-schema.operations';

describe('the schema of learning configurations', () => {
  it('is at the paths of keys, accounts and knowledge boxes', () => {
    expect(routesOf(getLearningSchema, getSelfHostedLearningSchema)).toEqual({
      'GET /schema': '200 json; any of nothing; nua',
      'GET /learning/configuration/schema': '200 json; any of nothing; nua',
      'GET /schema/{kbid}': '200 json; any of nothing; nua',
      'GET /account/{account}/schema': '200 json; AMEMBER or AOWNER of account; nua user pat',
      'GET /kb/{kbid}/schema': '200 json; READER or MANAGER of kb; sa user pat',
      'GET /nua/schema': '200 json; any of nothing; sa user pat',
    });
    expect(conductOf(getLearningSchema)).toEqual({ 'understanding.learning-schema.get': '10 s' });
  });

  it('is not found where only an installation without accounts has one', () => {
    expect(getSelfHostedLearningSchema.refuses?.code).toBe('not_found');
    expect(getSelfHostedLearningSchema.refuses?.message).toContain('/api/v1/account/{account}/schema');
  });

  it('gets what the path names, and nothing else', () => {
    expect(received(getLearningSchema, { path: {} }).path).toEqual({});
    expect(received(getLearningSchema, { path: { account: 'acme' } }).path).toEqual({ account: 'acme' });
  });

  it('says of each member of a configuration whether it can be chosen, and when', () => {
    const file = `${__dirname}/learning-schema.dto.ts`;
    expect(membersOf(file, 'OptionsEntry')).toBe('options, default|null, create, update, multiple');
    expect(membersOf(file, 'SchemaEntry')).toBe('schemas, create, update');
    expect(membersOf(file, 'GenerativeOption')).toBe(
      'name, value, description, provider, user_prompt|null, user_key|null',
    );
    expect(membersOf(file, 'LearningSchema').split(', ')).toEqual([
      'semantic_model',
      'semantic_models',
      'default_semantic_model',
      'anonymization_model',
      'visual_labeling',
      'generative_model',
      'summary_model',
      'ner_model',
      'relation_model',
      'summary',
      'user_keys',
      'user_prompts',
      'summary_prompt',
      'prefer_markdown_generative_response',
      'semantic_graph_node_models',
      'semantic_graph_edge_models',
      'default_semantic_graph_node_model',
      'default_semantic_graph_edge_model',
    ]);
  });
});
