import { Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import {
  type GenerativeProviders,
  getAccountLearningSchema,
  getKnowledgeBoxLearningSchema,
  getLearningSchema,
  getLearningSchemaForCreation,
  getLearningSchemaForUpdate,
  type LearningSchema,
  listGenerativeProviders,
  listKnowledgeBoxProviders,
} from '@lectern/contracts/understanding';
import { Controller } from '@nestjs/common';
import { AccountModels } from '../account-model/account-models';
import { DeploymentModels } from './deployment-models';
import { generativeProviders } from './generative-providers';
import { learningSchema } from './learning-schema';

@Controller()
export class LearningSchemaHandlers {
  constructor(
    private readonly models: DeploymentModels,
    private readonly accountModels: AccountModels,
  ) {}

  @Handles(getLearningSchemaForCreation)
  schema({ principal }: Pick<Request<typeof getLearningSchema>, 'principal'>): Promise<LearningSchema> {
    return this.schemaFor(principal.account);
  }

  @Handles(getLearningSchema)
  schemaByOtherPath(request: Request<typeof getLearningSchema>) {
    return this.schema(request);
  }

  @Handles(getLearningSchemaForUpdate)
  schemaForUpdate({ params, principal }: Request<typeof getLearningSchemaForUpdate>) {
    return this.schemaFor(principal.account, params.kbid);
  }

  @Handles(getAccountLearningSchema)
  schemaForAccount({ params }: Request<typeof getAccountLearningSchema>) {
    return this.schemaFor(params.account);
  }

  @Handles(getKnowledgeBoxLearningSchema)
  schemaForBox({ params, principal }: Request<typeof getKnowledgeBoxLearningSchema>) {
    return this.schemaFor(principal.account, params.kbid);
  }

  @Handles(listGenerativeProviders)
  async providers(): Promise<GenerativeProviders> {
    return generativeProviders(this.models.available);
  }

  @Handles(listKnowledgeBoxProviders)
  providersForBox() {
    return this.providers();
  }

  private async schemaFor(account: string | undefined, kbid?: string): Promise<LearningSchema> {
    return learningSchema(this.models.available, await this.accountModels.list(account, kbid));
  }
}
