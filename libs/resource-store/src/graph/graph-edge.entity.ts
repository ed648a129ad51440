import type { EdgeProvenance, RelationNodeType, RelationType } from '@lectern/contracts/knowledge-box';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { bigintNumber } from '@lectern/database';

/** An edge of the knowledge graph, derived from a resource or from results of one of its fields. */
@Entity({ name: 'graph_edges' })
@Index('graph_edges_source', ['kbid', 'sourceType', 'sourceFolded'], { where: '"source_folded" IS NOT NULL' })
@Index('graph_edges_target', ['kbid', 'targetType', 'targetFolded'])
export class GraphEdgeEntity {
  @PrimaryColumn('uuid') kbid!: string;
  @PrimaryColumn('text') rid!: string;
  /** Of the field in which it was found; empty if the resource itself states it. */
  @PrimaryColumn('text') letter!: string;
  @PrimaryColumn('text') id!: string;
  /** From 0, numbered within the field or the resource. */
  @PrimaryColumn('integer') number!: number;
  /** Version of the field in which it was found; 0 if the resource itself states it. */
  @Column('bigint', { transformer: bigintNumber }) seqid!: number;
  @Column('text', { name: 'source_type' }) sourceType!: RelationNodeType;
  @Column('text', { name: 'source_group' }) sourceGroup!: string;
  @Column('text', { name: 'source_value' }) sourceValue!: string;
  /** The normalised beginning of the value; null for the resource itself, which is compared by `rid`. */
  @Column({ type: 'text', name: 'source_folded', collation: 'C', nullable: true }) sourceFolded!: string | null;
  @Column('text') relation!: RelationType;
  /** Empty if there is none. */
  @Column('text') label!: string;
  @Column('text', { name: 'target_type' }) targetType!: RelationNodeType;
  @Column('text', { name: 'target_group' }) targetGroup!: string;
  @Column('text', { name: 'target_value' }) targetValue!: string;
  @Column({ type: 'text', name: 'target_folded', collation: 'C' }) targetFolded!: string;
  @Column('text') provenance!: EdgeProvenance;
  /** Id of the task that found it; otherwise empty. */
  @Column('text', { name: 'task_id' }) taskId!: string;
  /** Location of the statement: JSON of a `StoredRelationPlace`, optionally with the `kind` of the paragraph. */
  @Column('jsonb', { nullable: true }) place!: object | null;
}
