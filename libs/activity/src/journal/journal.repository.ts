import { JournalPositions } from '@lectern/database';
import { Injectable } from '@nestjs/common';

/** How much of the journals of activity is in the database. */
@Injectable()
export class JournalRepository extends JournalPositions {
  constructor() {
    super('activity_journals');
  }
}
