import type { Embedders, Generators, Rerankers } from '@lectern/models';
import { BoxVectorsets } from './box-vectorsets';
import { ConfigurationRows, type StoredConfiguration } from './configuration-rows';
import { DeploymentModels } from './deployment-models';
import { LearningConfigurations } from './learning-configurations';

/** Configurations without a database: of boxes that are elsewhere. @param stored what each of them has chosen */
export function configurationsOf(
  registries: readonly [Embedders, Generators, Rerankers],
  stored: () => StoredConfiguration | undefined = () => undefined,
): LearningConfigurations {
  const rows = Object.assign(Object.create(ConfigurationRows.prototype), { find: async () => stored() });
  const boxes = Object.assign(Object.create(BoxVectorsets.prototype), { find: async () => undefined });
  return new LearningConfigurations(rows, boxes, new DeploymentModels(...registries));
}
