import { readConfig } from '@lectern/config';
import { Egress, EgressModule } from '@lectern/egress';
import { Module } from '@nestjs/common';
import { ForeignDatabases } from './foreign-databases';
import { foreignDatabasesConfig } from './foreign-databases.config';

/** Provides `ForeignDatabases`. */
@Module({
  imports: [EgressModule],
  providers: [
    {
      provide: ForeignDatabases,
      useFactory: (egress: Egress) => new ForeignDatabases(egress, readConfig(foreignDatabasesConfig).SQLITE_FOLDER),
      inject: [Egress],
    },
  ],
  exports: [ForeignDatabases],
})
export class ForeignDatabasesModule {}
