import { readConfig } from '@lectern/config';
import { Egress, EgressModule } from '@lectern/egress';
import { Metrics } from '@lectern/runtime';
import { Module } from '@nestjs/common';
import { databaseMetrics } from './database-metrics';
import { ForeignDatabases } from './foreign-databases';
import { foreignDatabasesConfig } from './foreign-databases.config';

/** Provides `ForeignDatabases`. */
@Module({
  imports: [EgressModule],
  providers: [
    {
      provide: ForeignDatabases,
      useFactory: (egress: Egress, metrics: Metrics) => {
        const { SQLITE_FOLDER: folder } = readConfig(foreignDatabasesConfig);
        return new ForeignDatabases(egress, folder, databaseMetrics(metrics));
      },
      inject: [Egress, Metrics],
    },
  ],
  exports: [ForeignDatabases],
})
export class ForeignDatabasesModule {}
