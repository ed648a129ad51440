export { KnowledgeBoxModule } from './knowledge-box.module';
export { mergedAugmentations } from './augmentation/augmentations';
export { attachmentUri } from './conversation/attachment-uri';
export { fieldGroups, isLarge } from './extracted/field-groups';
export { downloadUri } from './file/inline-file';
export { KnowledgeBoxCatalogModule } from './knowledge-box/knowledge-box-catalog.module';
export { KnowledgeBoxWriter } from './knowledge-box/knowledge-box-writer';
export { modifiedKnowledgeBox } from './knowledge-box/new-knowledge-box';
export { admitKvSchema } from './kv-schema/kv-schema-admission';
export { admitLabelset } from './labelset/labelset-admission';
export { labelsetDocument, labelsetRow } from './labelset/labelset-document';
export { type HiddenSettings, newResource } from './resource/new-resource';
export { mergedAnnotations, statedRelations } from './resource/stated-metadata';
export {
  admitSearchConfiguration,
  searchConfigurationRow,
  shownConfiguration,
} from './search-settings/search-configuration-row';
export { KvSchemaRepository } from './kv-schema/kv-schema.repository';
export { LabelsetEntity } from './labelset/labelset.entity';
export { LabelsetRepository } from './labelset/labelset.repository';
export { SearchConfigurationEntity } from './search-settings/search-configuration.entity';
export { SearchConfigurationRepository } from './search-settings/search-configuration.repository';
export { SynonymsRepository } from './search-settings/synonyms.repository';
export { KvSchemaModule } from './kv-schema/kv-schema.module';
export { LabelsetModule } from './labelset/labelset.module';
export { SearchSettingsModule } from './search-settings/search-settings.module';
