import { rowsOf } from '@lectern/database';
import { busFor } from '@lectern/bus';
import { joinAccount } from '@lectern/contracts/accounts';
import { MailModule } from '@lectern/mail';
import { ResourceStoreModule, knowledgeBoxDatabase } from '@lectern/resource-store';
import { Module } from '@nestjs/common';
import { AccessActModule } from '../act/access-act.module';
import { UserModule } from '../user/user.module';
import { InvitationAcceptance } from './invitation-acceptance';
import { InvitationHandlers } from './invitation.handlers';
import { InvitationMails } from './invitation-mails';
import { InvitationService } from './invitation.service';
import { MailHandlers } from './mail.handlers';
import { InvitationEntity } from './invitation.entity';
import { InvitationRepository } from './invitation.repository';

const bus = busFor({ calls: [joinAccount] });

/** Invitations to knowledge boxes, and mail. */
@Module({
  imports: [
    knowledgeBoxDatabase,
    MailModule.forFeature(knowledgeBoxDatabase),
    ResourceStoreModule,
    AccessActModule,
    UserModule,
  ],
  controllers: [InvitationHandlers, MailHandlers],
  providers: [
    rowsOf(InvitationEntity),
    InvitationRepository,
    bus,
    InvitationAcceptance,
    InvitationMails,
    InvitationService,
  ],
})
export class InvitationModule {}
