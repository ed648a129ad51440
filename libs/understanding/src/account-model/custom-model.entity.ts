import { Column, Entity, PrimaryColumn, Unique } from 'typeorm';

/** A model that runs elsewhere, of an account. */
@Entity({ name: 'custom_models' })
@Unique('custom_models_location', ['account', 'location'])
export class CustomModelEntity {
  @PrimaryColumn('uuid') account!: string;
  @PrimaryColumn('uuid') id!: string;
  /** How it is named: `custom:` and a name. */
  @Column('text') location!: string;
  @Column('text', { nullable: true }) description!: string | null;
  /** As it was given. */
  @Column('text', { name: 'trained_date', nullable: true }) trainedDate!: string | null;
  @Column('text', { name: 'trained_kbid', nullable: true }) trainedKbid!: string | null;
  /** An envelope with its address and key. */
  @Column('text', { name: 'sealed_server' }) sealedServer!: string;
  /** Knowledge boxes that may use it. */
  @Column('text', { array: true }) kbids!: string[];
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
}
