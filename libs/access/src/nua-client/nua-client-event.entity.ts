import type { NuaClientEventDetails, NuaClientEventKind } from '@lectern/contracts/knowledge-box';
import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { NuaClientEntity } from './nua-client.entity';

/** An action on a NUA client or with its key. */
@Entity({ name: 'nua_client_events' })
@Index('nua_client_events_at', ['internalId', 'at', 'id'])
export class NuaClientEventEntity {
  @PrimaryColumn('uuid') id!: string;
  @ForeignKey(() => NuaClientEntity, { name: 'nua_client_events_client', onDelete: 'CASCADE' })
  @Column('uuid', { name: 'internal_id' })
  internalId!: string;
  @Column('text') kind!: NuaClientEventKind;
  /** Kind of the credential. */
  @Column('text', { name: 'actor_kind' }) actorKind!: string;
  /** Id of the user or the client. */
  @Column('text') actor!: string;
  /** Ids of the affected objects or names of the changed ones. */
  @Column('jsonb') details!: NuaClientEventDetails;
  @Column({ type: 'timestamptz', precision: 6 }) at!: Date;
}
