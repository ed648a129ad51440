import type { KnowledgeBoxMode, KnowledgeBoxState } from '@lectern/contracts/knowledge-box';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

@Entity({ name: 'knowledge_boxes' })
@Index('knowledge_boxes_slug', ['account', 'slug'], { unique: true })
export class KnowledgeBoxEntity {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') account!: string;
  @Column('text') slug!: string;
  @Column('text') title!: string;
  @Column('text', { nullable: true }) description!: string | null;
  @Column('text') mode!: KnowledgeBoxMode;
  @Column('text') state!: KnowledgeBoxState;
  @Column('text', { name: 'allowed_origins', array: true, nullable: true }) allowedOrigins!: string[] | null;
  @Column('text', { name: 'allowed_ip_addresses', array: true, nullable: true }) allowedIpAddresses!: string[] | null;
  @Column('jsonb', { name: 'search_configs' }) searchConfigs!: Record<string, unknown>;
  /** As chosen at creation, without the API keys of model providers. */
  @Column('jsonb', { name: 'learning_configuration', nullable: true }) learningConfiguration!: Record<
    string,
    unknown
  > | null;
  /** API keys of model providers from the learning configuration, sealed. */
  @Column('text', { name: 'sealed_user_keys', nullable: true }) sealedUserKeys!: string | null;
  @Column('boolean', { name: 'enforce_security' }) enforceSecurity!: boolean;
  @Column('boolean', { name: 'hidden_resources_enabled' }) hiddenResourcesEnabled!: boolean;
  @Column('boolean', { name: 'hidden_resources_hide_on_creation' }) hiddenResourcesHideOnCreation!: boolean;
  @Column('boolean', { name: 'prewarm_enabled' }) prewarmEnabled!: boolean;
  @Column('timestamptz') created!: Date;
}
