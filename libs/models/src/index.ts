export * from './model';
export * from './embedder';
export * from './reranker';
export * from './generator';
export * from './recognizer';
export * from './answer-scorer';
export { AnswerScorers } from './answer-scorers';
export { Embedders } from './embedders';
export { Generators } from './generators';
export {
  type CatalogueModel,
  type CatalogueProvider,
  type Prices,
  ProviderCatalogue,
} from './providers/provider-catalogue';
export { ProviderGenerators } from './providers/provider-generators';
export type { ProviderKeys } from './providers/provider-keys';
export { Rerankers } from './rerankers';
export { modelsConfig, type ModelsConfig } from './models.config';
export { ModelsModule } from './models.module';
export { defaultModelsFolder, ModelStore } from './store/model-store';
export { blockId } from './footnotes';
export { CHARACTERS_PER_TOKEN, tokensIn, tokensOf } from './tokens';
