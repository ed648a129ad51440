import { Handles } from '@lectern/bus';
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
import { DeploymentModels } from './deployment-models';
import { generativeProviders } from './generative-providers';
import { learningSchema } from './learning-schema';

@Controller()
export class LearningSchemaHandlers {
  constructor(private readonly models: DeploymentModels) {}

  @Handles(getLearningSchemaForCreation)
  async schema(): Promise<LearningSchema> {
    return learningSchema(this.models.available);
  }

  @Handles(getLearningSchema)
  schemaByOtherPath() {
    return this.schema();
  }

  @Handles(getLearningSchemaForUpdate)
  schemaForUpdate() {
    return this.schema();
  }

  @Handles(getAccountLearningSchema)
  schemaForAccount() {
    return this.schema();
  }

  @Handles(getKnowledgeBoxLearningSchema)
  schemaForBox() {
    return this.schema();
  }

  @Handles(listGenerativeProviders)
  async providers(): Promise<GenerativeProviders> {
    return generativeProviders(this.models.available);
  }

  @Handles(listKnowledgeBoxProviders)
  providersForBox() {
    return this.providers();
  }
}
