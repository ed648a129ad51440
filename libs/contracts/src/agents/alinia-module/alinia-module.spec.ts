import { required, wireOf } from '../../validation/members.fixture';
import { faults } from '../../validation/requests.fixture';
import { postprocessOperations, preprocessOperations } from '../module/module.operations';
import { PostprocessAliniaConfig, PreprocessAliniaConfig } from './alinia-module.dto';

const before = (body: object) => faults(preprocessOperations.add, { body: { module: 'preprocess_alinia', ...body } });
const after = (body: object) => faults(postprocessOperations.add, { body: { module: 'postprocess_alinia', ...body } });

describe('a guardrail of Alinia', () => {
  it('has these members', () => {
    const members = {
      id: 'null text',
      title: 'null text = "agent"',
      rules: 'null list',
      max_retries: 'null whole = 1',
      metadata: 'null object',
      detection_config: 'null object',
      provider: 'null text',
    };
    expect(wireOf(PreprocessAliniaConfig, { module: 'preprocess_alinia', preconfig: 'INAPPROPRIATE' })).toEqual({
      ...members,
      module: "'preprocess_alinia'!",
      preconfig: "'INAPPROPRIATE' or 'CUSTOM'!",
    });
    expect(wireOf(PostprocessAliniaConfig, { module: 'postprocess_alinia', preconfig: 'INAPPROPRIATE' })).toEqual({
      ...members,
      module: "'postprocess_alinia'!",
      preconfig: "'INAPPROPRIATE', 'COMPLIANCE', 'FINANCIAL_COMPLIANT' or 'CUSTOM'!",
    });
  });

  it('needs to know what it looks for', () => {
    expect(before({})).toEqual([`body.preprocess_alinia.preconfig: ${required}`]);
    expect(before({ preconfig: 'COMPLIANCE' })).toHaveLength(1);
    expect(before({ preconfig: 'CUSTOM' })).toEqual([
      'body.preprocess_alinia: Value error, preconfig CUSTOM needs detection_config',
    ]);
    expect(after({ preconfig: 'INAPPROPRIATE', detection_config: { safety: true } })).toHaveLength(1);
    for (const faultsOf of [before, after]) {
      expect(faultsOf({ preconfig: 'CUSTOM', detection_config: { safety: { hate: 0.8 } } })).toEqual([]);
      expect(faultsOf({ preconfig: 'INAPPROPRIATE', detection_config: null, metadata: { user_id: 5 } })).toEqual([]);
    }
  });

  it('says which presets it does not have', () => {
    for (const preconfig of ['COMPLIANCE', 'FINANCIAL_COMPLIANT'])
      expect(after({ preconfig })).toEqual([
        expect.stringContaining(`preconfig ${preconfig} is not supported, since its detections are not public`),
      ]);
  });
});
