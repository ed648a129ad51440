import { SecretsModule } from '@lectern/secrets';
import { type DynamicModule, Module } from '@nestjs/common';
import { MailFolder } from './mail-folder';
import { MailDelivery } from './mail-delivery.task';
import { Mailer } from './mailer';
import { SmtpServer } from './smtp-server';

/** Sends the mails of a service. */
@Module({})
export class MailModule {
  /** @param database of the service, whose tasks send; create it once per service and import the same object */
  static forFeature(database: DynamicModule): DynamicModule {
    return {
      module: MailModule,
      imports: [database, SecretsModule],
      providers: [MailDelivery, Mailer, MailFolder, SmtpServer],
      exports: [Mailer],
    };
  }
}
