import type { SearchConfigurationKind } from '@lectern/contracts/knowledge-box';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Named members of a find or ask request. */
@Entity({ name: 'search_configurations' })
export class SearchConfigurationEntity {
  @PrimaryColumn('uuid') kbid!: string;
  @PrimaryColumn('text') name!: string;
  @Column('text') kind!: SearchConfigurationKind;
  /** Only the members that were sent. */
  @Column('jsonb') config!: Record<string, unknown>;
}
