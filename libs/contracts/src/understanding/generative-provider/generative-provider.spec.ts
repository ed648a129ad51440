import { membersOf } from '../../validation/answers.fixture';
import { conductOf, routesOf } from '../../validation/requests.fixture';
import { listGenerativeProviders } from './generative-provider.operations';

const file = `${__dirname}/generative-provider.dto.ts`;

describe('generative providers', () => {
  it('are listed for a name of the account of a NUA key, and for a knowledge box', () => {
    expect(routesOf(listGenerativeProviders)).toEqual({
      'GET /generative_providers/{kbid}': '200 json; any of nothing; nua',
      'GET /kb/{kbid}/generative_providers': '200 json; READER or MANAGER of kb; sa user pat',
    });
    expect(conductOf(listGenerativeProviders)).toEqual({ 'understanding.generative-provider.list': '10 s' });
  });

  it('have models by name', () => {
    expect(membersOf(file, 'GenerativeProviders')).toBe('providers');
    expect(membersOf(file, 'GenerativeProvider')).toBe('title, enterprise_readiness, models');
    expect(membersOf(file, 'ProvidedModel')).toBe('name, title, description, config, features, metadata');
  });

  it('say of a feature that a model has it by a member, and leave it out otherwise', () => {
    const features = membersOf(file, 'ModelFeatures').split(', ');
    expect(features).toEqual(
      expect.arrayContaining(['reasoning?', 'tools?', 'structured_output?', 'vision?', 'streaming?', 'custom_keys?']),
    );
    expect(features.filter((feature) => !feature.endsWith('?'))).toEqual([]);
    expect(membersOf(file, 'ReasoningFeature')).toBe('default, available_efforts, supports_disabling');
  });

  it('have limits of tokens, of which only the usual length of an answer may be unknown', () => {
    expect(membersOf(file, 'ModelLimits')).toBe(
      'input_tokens, output_tokens, prompt_id|null, driver, max_images, assume_role',
    );
    expect(membersOf(file, 'OutputTokenLimits')).toBe('min, max, default_max|null');
  });
});
