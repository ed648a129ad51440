import type { KvSchemaField } from '@lectern/contracts/knowledge-box';
import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity({ name: 'kv_schemas' })
export class KvSchemaEntity {
  @PrimaryColumn('uuid') kbid!: string;
  @PrimaryColumn('text') id!: string;
  @Column('text') description!: string;
  @Column('jsonb') fields!: KvSchemaField[];
}
