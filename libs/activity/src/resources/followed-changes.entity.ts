import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How far the changes of a box have become activity. */
@Entity({ name: 'followed_changes' })
export class FollowedChangesEntity {
  @PrimaryColumn('uuid') kbid!: string;
  /** Of the change feed: it goes on behind it. */
  @Column('text') cursor!: string;
}
