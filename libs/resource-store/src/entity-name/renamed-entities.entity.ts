import type { EntityRename } from '@lectern/contracts/knowledge-box';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Names that entities have in a knowledge box instead of those in its texts. */
@Entity({ name: 'renamed_entities' })
export class RenamedEntitiesEntity {
  @PrimaryColumn('uuid') kbid!: string;
  @Column('jsonb') renames!: EntityRename[];
  /** Another one whenever entities were renamed. */
  @Column('integer', { default: 1 }) revision!: number;
}
