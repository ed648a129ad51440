import type { LabelsetKind, OfferedLabel } from '@lectern/contracts/knowledge-box';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A named set of labels offered to users. */
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
