import { handlersOf } from '@lectern/bus';
import {
  createGuardrailPolicy,
  deleteGuardrailPolicy,
  getGuardrailPolicy,
  updateGuardrailPolicy,
} from '@lectern/contracts/understanding';
import { GuardrailPolicyService } from './guardrail-policy.service';

export const GuardrailPolicyHandlers = handlersOf(GuardrailPolicyService)
  .answer(createGuardrailPolicy, (policies, { params: { account }, body }) => policies.create(account, body))
  .answer(getGuardrailPolicy, (policies, { params: { account, policy_id: id } }) => policies.get({ account, id }))
  .answer(updateGuardrailPolicy, (policies, { params: { account, policy_id: id }, body }) =>
    policies.change({ account, id }, body),
  )
  .answer(deleteGuardrailPolicy, (policies, { params: { account, policy_id: id } }) =>
    policies.delete({ account, id }),
  );
