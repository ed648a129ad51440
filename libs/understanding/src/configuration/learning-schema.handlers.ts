import { handlersOf, Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import { getLearningSchema, type LearningSchema, listGenerativeProviders } from '@lectern/contracts/understanding';
import { Controller } from '@nestjs/common';
import { AccountModels } from '../account-model/account-models';
import { DeploymentModels } from './deployment-models';
import { generativeProviders } from './generative-providers';
import { learningSchema } from './learning-schema';

export const LearningSchemaAnswers = handlersOf(DeploymentModels).answer(
  listGenerativeProviders,
  async ({ available }) => generativeProviders(available),
);

@Controller()
export class LearningSchemaHandlers {
  constructor(
    private readonly models: DeploymentModels,
    private readonly accountModels: AccountModels,
  ) {}

  /** An account in the path is that of the principal. */
  @Handles(getLearningSchema)
  async schema({ params, principal }: Request<typeof getLearningSchema>): Promise<LearningSchema> {
    return learningSchema(this.models.available, await this.accountModels.list(principal.account, params.kbid));
  }
}
