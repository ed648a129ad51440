import type {
  Classification,
  FieldAnnotation,
  FieldAugmentation,
  Relation,
  ResourceOrigin,
  ResourceStatus,
} from '@lectern/contracts/knowledge-box';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { bigintNumber, bigintOrNull } from '@lectern/database';

@Entity({ name: 'resources' })
@Index('resources_slug', ['kbid', 'slug'], { unique: true })
// On an expression and with another method, which TypeORM cannot describe; the migration creates it.
@Index('resources_catalog', { synchronize: false })
@Index('resources_title', { synchronize: false })
@Index('resources_created', ['kbid', 'created', 'id'])
@Index('resources_modified', ['kbid', 'modified', 'id'])
@Index('resources_pending', ['kbid', 'id'], { where: `"status" = 'PENDING'` })
@Index('resources_blocked', ['kbid', 'id'], { where: `"status" = 'BLOCKED'` })
export class ResourceEntity {
  @PrimaryColumn('uuid') kbid!: string;
  /** 32 hex digits. */
  @PrimaryColumn('text') id!: string;
  @Column('text') slug!: string;
  @Column('text') title!: string;
  /** Whether a title found by processing may replace this one. */
  @Column('boolean', { name: 'title_is_provisional' }) titleIsProvisional!: boolean;
  @Column('text') summary!: string;
  /** Whether processing found it; it then repeats the content and is not searched separately. */
  @Column('boolean', { name: 'summary_is_provisional' }) summaryIsProvisional!: boolean;
  @Column('text') icon!: string;
  @Column('text') thumbnail!: string;
  @Column('jsonb') metadata!: Record<string, string>;
  @Column('text') language!: string;
  @Column('text', { array: true }) languages!: string[];
  @Column('jsonb') classifications!: Classification[];
  /** Stated by users. */
  @Column('jsonb', { default: [] }) relations!: Relation[];
  /** User annotations on its fields. */
  @Column('jsonb', { default: [] }) annotations!: FieldAnnotation[];
  /** Results of data-augmentation agents in its fields. */
  @Column('jsonb', { default: [] }) augmentations!: FieldAugmentation[];
  @Column('jsonb', { nullable: true }) origin!: ResourceOrigin | null;
  @Column('jsonb', { nullable: true }) extra!: { metadata: object } | null;
  /** Null if security was never set; public if null or empty. */
  @Column('text', { name: 'access_groups', array: true, nullable: true }) accessGroups!: string[] | null;
  @Column('boolean') hidden!: boolean;
  @Column('text') status!: ResourceStatus;
  /** Increases with every change that an index needs. */
  @Column('bigint', { transformer: bigintNumber }) version!: number;
  /**
   * The version whose texts the keyword index contains. Null while the index may lack texts that are not recorded per
   * message; the resource is then put as a whole.
   */
  @Column('bigint', { name: 'indexed_version', nullable: true, transformer: bigintOrNull })
  indexedVersion!: number | null;
  @Column('bigint', { name: 'last_seqid', transformer: bigintNumber }) lastSeqid!: number;
  @Column({ type: 'timestamptz', precision: 6 }) created!: Date;
  @Column({ type: 'timestamptz', precision: 6 }) modified!: Date;
  /** Its label paths and their parents, without the status. Computed from other columns with every write. */
  @Column('text', { array: true, select: false }) labels?: string[];
  /** Its folded title. Computed with every write. */
  @Column({ type: 'text', name: 'title_key', collation: 'C', select: false }) titleKey?: string;
  /** The distinct words of the folded title. Computed with every write. */
  @Column('text', { name: 'title_words', array: true, select: false }) titleWords?: string[];
}
