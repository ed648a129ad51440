import { membersOf } from '../../validation/answers.fixture';
import { changed, empty, required, tooLong, wireOf } from '../../validation/members.fixture';
import { conductOf, faults, routesOf, text } from '../../validation/requests.fixture';
import { ContentToJudge } from './guardrail.dto';
import { predictGuardrail } from './guardrail.operations';

const smallest = { content: 'Take two pills.', policy_id: '4ff5e06c-d43f-4ccc-82eb-8cf1c202b212' };
const faultsOf = (body: unknown) => faults(predictGuardrail, { body });
const notAnId = "String should match pattern '^[0-9a-fA-F-]{32,36}$'";

describe('judging a text', () => {
  it('is for keys of the account whose policy it is', () => {
    expect(routesOf(predictGuardrail)).toEqual({ 'POST /predict/guardrail': '200 json; any of nothing; nua' });
    expect(conductOf(predictGuardrail)).toEqual({ 'understanding.predict.guardrail': '120 s, generative' });
    expect(Object.keys(predictGuardrail.fails ?? {})).toContain('not_found');
  });

  it('needs a text and a policy', () => {
    expect(wireOf(ContentToJudge, smallest)).toEqual({ content: 'text!', policy_id: 'text!' });
    expect(faultsOf({})).toEqual([`body.content: ${required}`, `body.policy_id: ${required}`]);
  });

  it('takes the id of a policy with and without hyphens, in letters of either case', () => {
    for (const policy_id of ['4ff5e06cd43f4ccc82eb8cf1c202b212', '4FF5E06C-D43F-4CCC-82EB-8CF1C202B212'])
      expect(faultsOf({ ...smallest, policy_id })).toEqual([]);
  });

  it.each([
    ['content', text(100_000), text(100_001), tooLong(100_000)],
    ['content', 'a', '', empty],
    ['policy_id', smallest.policy_id, 'medical', notAnId],
    ['policy_id', smallest.policy_id, `${smallest.policy_id}0`, notAnId],
  ])('takes a proper %s only', (at, good, bad, fault) => {
    const faultsAt = (value: unknown) => faultsOf(changed(smallest, at, value));
    expect([faultsAt(good), faultsAt(bad)]).toEqual([[], [`body.${at}: ${fault}`]]);
  });

  it('answers whether the text is flagged, how sure that is, and from which score on', () => {
    expect(membersOf(`${__dirname}/guardrail.dto.ts`, 'Judgement')).toBe('flagged, policy_id, score, threshold');
  });
});
