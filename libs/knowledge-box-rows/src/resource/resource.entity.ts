import type {
  Classification,
  FieldAnnotation,
  FieldAugmentation,
  Relation,
  ResourceOrigin,
  ResourceStatus,
} from '@lectern/contracts/knowledge-box';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { bigintNumber, bigintOrNull } from './bigint-number';

@Entity({ name: 'resources' })
@Index('resources_slug', ['kbid', 'slug'], { unique: true })
// On an expression and of another method, which TypeORM cannot describe: the migration makes them.
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
  /** Whether processing found it: then it repeats the content, and is not searched beside it. */
  @Column('boolean', { name: 'summary_is_provisional' }) summaryIsProvisional!: boolean;
  @Column('text') icon!: string;
  @Column('text') thumbnail!: string;
  @Column('jsonb') metadata!: Record<string, string>;
  @Column('text') language!: string;
  @Column('text', { array: true }) languages!: string[];
  @Column('jsonb') classifications!: Classification[];
  /** That users state. */
  @Column('jsonb', { default: [] }) relations!: Relation[];
  /** What users say about its fields. */
  @Column('jsonb', { default: [] }) annotations!: FieldAnnotation[];
  /** What data-augmentation agents found in its fields. */
  @Column('jsonb', { default: [] }) augmentations!: FieldAugmentation[];
  @Column('jsonb', { nullable: true }) origin!: ResourceOrigin | null;
  @Column('jsonb', { nullable: true }) extra!: { metadata: object } | null;
  /** Null when no security was ever set; public when null or empty. */
  @Column('text', { name: 'access_groups', array: true, nullable: true }) accessGroups!: string[] | null;
  @Column('boolean') hidden!: boolean;
  @Column('text') status!: ResourceStatus;
  /** Grows with every change that an index must learn of. */
  @Column('bigint', { transformer: bigintNumber }) version!: number;
  /**
   * The version whose texts the keyword index has held; null while it may lack something that is not noted of single
   * messages: then the resource is put as a whole.
   */
  @Column('bigint', { name: 'indexed_version', nullable: true, transformer: bigintOrNull })
  indexedVersion!: number | null;
  @Column('bigint', { name: 'last_seqid', transformer: bigintNumber }) lastSeqid!: number;
  @Column({ type: 'timestamptz', precision: 6 }) created!: Date;
  @Column({ type: 'timestamptz', precision: 6 }) modified!: Date;
  /** Its label paths but for the status, with what lies above them. Made of other columns with every write. */
  @Column('text', { array: true, select: false }) labels?: string[];
  /** Its title, folded. Made with every write. */
  @Column({ type: 'text', name: 'title_key', collation: 'C', select: false }) titleKey?: string;
  /** The words of that, each once. Made with every write. */
  @Column('text', { name: 'title_words', array: true, select: false }) titleWords?: string[];
}
