import { AccountTarget } from '../../accounts/account/account.dto';
import { type Failures, failsWithoutRoom } from '../../core/failures';
import { operation, type Policy } from '../../core/operation';
import {
  GuardrailPolicy,
  GuardrailPolicyTarget,
  GuardrailPolicyUpdate,
  NewGuardrailPolicy,
} from './guardrail-policy.dto';

const DEADLINE_MS = 10_000;

const owns: Policy = { credentials: ['user', 'pat'], role: 'AOWNER', on: 'account' };
const item = { path: '/api/v1/account/{account}/guardrail_policies/{policy_id}', host: 'zone' } as const;
const unknown: Failures = { not_found: 'The account has no such policy.' };
const fails: Failures = {
  ...failsWithoutRoom,
  invalid_request: 'The request is not valid, or nothing can judge texts by a policy that blocks.',
  quota_exceeded: 'The account has 100 policies, or ten that are enabled and block.',
};

/**
 * Says which questions a generative model is not to answer. While a policy is enabled and blocks, a model judges every
 * question to a model before it is answered; one that is flagged is refused (400). Such a policy needs a model that
 * follows prompts.
 */
export const createGuardrailPolicy = operation({
  name: 'understanding.guardrail-policy.create',
  summary: 'Create a content policy of an account',
  http: { path: '/api/v1/account/{account}/guardrail_policies', host: 'zone', method: 'POST', success: 201 },
  policy: owns,
  params: AccountTarget,
  body: NewGuardrailPolicy,
  answer: GuardrailPolicy,
  fails,
  deadlineMs: DEADLINE_MS,
});

/** As it was given, with its defaults. */
export const getGuardrailPolicy = operation({
  name: 'understanding.guardrail-policy.get',
  summary: 'Get a content policy of an account',
  http: { ...item, method: 'GET', success: 200 },
  policy: owns,
  params: GuardrailPolicyTarget,
  answer: GuardrailPolicy,
  fails: unknown,
  deadlineMs: DEADLINE_MS,
});

/** Changes the members that are given, from the next request on. */
export const updateGuardrailPolicy = operation({
  name: 'understanding.guardrail-policy.update',
  summary: 'Change a content policy of an account',
  http: { ...item, method: 'PATCH', success: 200 },
  policy: owns,
  params: GuardrailPolicyTarget,
  body: GuardrailPolicyUpdate,
  answer: GuardrailPolicy,
  fails: { ...fails, ...unknown },
  deadlineMs: DEADLINE_MS,
});

/** It applies no more. */
export const deleteGuardrailPolicy = operation({
  name: 'understanding.guardrail-policy.delete',
  summary: 'Delete a content policy of an account',
  http: { ...item, method: 'DELETE', success: 204, reply: 'empty' },
  policy: owns,
  params: GuardrailPolicyTarget,
  fails: { ...failsWithoutRoom, ...unknown },
  deadlineMs: DEADLINE_MS,
});
