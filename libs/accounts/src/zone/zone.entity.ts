import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

@Entity({ name: 'zones' })
export class ZoneEntity {
  @PrimaryColumn('uuid') id!: string;
  @Index('zones_slug', { unique: true }) @Column('text') slug!: string;
  @Column('text') title!: string;
  @Column('text') origin!: string;
  /** Asked over HTTP, since it is not on this bus. */
  @Column('boolean', { name: 'is_remote' }) isRemote!: boolean;
}
