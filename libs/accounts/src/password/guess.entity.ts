import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** How often something was tried in a window of time. */
@Entity({ name: 'guesses' })
export class GuessEntity {
  /** What was tried by whom, hashed. */
  @PrimaryColumn('text') subject!: string;
  @Column('integer') count!: number;
  /** When the window ends. */
  @Index('guesses_ends') @Column('timestamptz') ends!: Date;
}
