import { Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import {
  createGuardrailPolicy,
  deleteGuardrailPolicy,
  getGuardrailPolicy,
  updateGuardrailPolicy,
} from '@lectern/contracts/understanding';
import { Controller } from '@nestjs/common';
import { GuardrailPolicyService } from './guardrail-policy.service';

@Controller()
export class GuardrailPolicyHandlers {
  constructor(private readonly policies: GuardrailPolicyService) {}

  @Handles(createGuardrailPolicy)
  create({ params: { account }, body }: Request<typeof createGuardrailPolicy>) {
    return this.policies.create(account, body);
  }

  @Handles(getGuardrailPolicy)
  get({ params: { account, policy_id: id } }: Request<typeof getGuardrailPolicy>) {
    return this.policies.get({ account, id });
  }

  @Handles(updateGuardrailPolicy)
  update({ params: { account, policy_id: id }, body }: Request<typeof updateGuardrailPolicy>) {
    return this.policies.change({ account, id }, body);
  }

  @Handles(deleteGuardrailPolicy)
  delete({ params: { account, policy_id: id } }: Request<typeof deleteGuardrailPolicy>) {
    return this.policies.delete({ account, id });
  }
}
