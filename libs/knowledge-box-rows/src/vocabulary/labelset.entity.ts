import type { LabelsetKind, OfferedLabel } from '@lectern/contracts/knowledge-box';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The labels that clients offer under one name. */
@Entity({ name: 'labelsets' })
export class LabelsetEntity {
  @PrimaryColumn('uuid') kbid!: string;
  @PrimaryColumn('text') id!: string;
  @Column('text') title!: string;
  @Column('text') color!: string;
  @Column('boolean') multiple!: boolean;
  @Column('text', { array: true }) kind!: LabelsetKind[];
  @Column('jsonb') labels!: OfferedLabel[];
}
