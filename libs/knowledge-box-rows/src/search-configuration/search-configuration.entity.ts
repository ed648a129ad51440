import type { SearchConfigurationKind } from '@lectern/contracts/knowledge-box';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Members of a find or ask request under a name. */
@Entity({ name: 'search_configurations' })
export class SearchConfigurationEntity {
  @PrimaryColumn('uuid') kbid!: string;
  @PrimaryColumn('text') name!: string;
  @Column('text') kind!: SearchConfigurationKind;
  /** The members that were sent, and no others. */
  @Column('jsonb') config!: Record<string, unknown>;
}
