import type { EdgeProvenance, RelationNodeType, RelationType } from '@lectern/contracts/knowledge-box';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { bigintNumber } from '../resource/bigint-number';

/** An edge of the knowledge graph, derived from a resource or from what was found in one of its fields. */
@Entity({ name: 'graph_edges' })
@Index('graph_edges_source', ['kbid', 'sourceType', 'sourceFolded'], { where: '"source_folded" IS NOT NULL' })
@Index('graph_edges_target', ['kbid', 'targetType', 'targetFolded'])
export class GraphEdgeEntity {
  @PrimaryColumn('uuid') kbid!: string;
  @PrimaryColumn('text') rid!: string;
  /** Of the field in which it was found; empty when the resource itself says it. */
  @PrimaryColumn('text') letter!: string;
  @PrimaryColumn('text') id!: string;
  /** From 0, among the edges of the field or of the resource. */
  @PrimaryColumn('integer') number!: number;
  /** Of the version of the field in which it was found; 0 when the resource itself says it. */
  @Column('bigint', { transformer: bigintNumber }) seqid!: number;
  @Column('text', { name: 'source_type' }) sourceType!: RelationNodeType;
  @Column('text', { name: 'source_group' }) sourceGroup!: string;
  @Column('text', { name: 'source_value' }) sourceValue!: string;
  /** The beginning of the value as it is compared; null for the resource itself, which is compared by `rid`. */
  @Column({ type: 'text', name: 'source_folded', collation: 'C', nullable: true }) sourceFolded!: string | null;
  @Column('text') relation!: RelationType;
  /** Empty without one. */
  @Column('text') label!: string;
  @Column('text', { name: 'target_type' }) targetType!: RelationNodeType;
  @Column('text', { name: 'target_group' }) targetGroup!: string;
  @Column('text', { name: 'target_value' }) targetValue!: string;
  @Column({ type: 'text', name: 'target_folded', collation: 'C' }) targetFolded!: string;
  @Column('text') provenance!: EdgeProvenance;
  /** Id of the task that found it; empty unless a task did. */
  @Column('text', { name: 'task_id' }) taskId!: string;
  /** Where it is stated: JSON of a `StoredRelationPlace`, perhaps with the `kind` of the paragraph. */
  @Column('jsonb', { nullable: true }) place!: object | null;
}
