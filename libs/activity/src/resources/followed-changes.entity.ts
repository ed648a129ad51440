import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How far the changes of a box have been converted to activity. */
@Entity({ name: 'followed_changes' })
export class FollowedChangesEntity {
  @PrimaryColumn('uuid') kbid!: string;
  /** Position in the change feed after which reading continues. */
  @Column('text') cursor!: string;
}
