import { refusals } from '../../validation/refused.fixture';
import { NewModelConfiguration } from '../model-configuration/model-configuration.dto';
import { GuardrailPolicyUpdate, NewGuardrailPolicy } from './guardrail-policy.dto';

describe('what an account creates', () => {
  it('has what it cannot do without', () => {
    expect(refusals(NewGuardrailPolicy, {})).toEqual([
      expect.stringMatching(/^name: /),
      expect.stringMatching(/^query: /),
    ]);
    expect(refusals(NewGuardrailPolicy, { name: 'Health', query: 'Is it about health?', description: null })).toEqual(
      [],
    );
    expect(refusals(NewModelConfiguration, {})).toEqual([expect.stringMatching(/^default_model_id: /)]);
  });

  it('is changed by any part of it', () => {
    expect(refusals(GuardrailPolicyUpdate, {})).toEqual([]);
    expect(refusals(GuardrailPolicyUpdate, { query: 'Is it about money?' })).toEqual([]);
    expect(refusals(GuardrailPolicyUpdate, { query: '' })).toEqual([expect.stringMatching(/^query: /)]);
  });
});
