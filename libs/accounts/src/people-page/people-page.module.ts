import { Module } from '@nestjs/common';
import { MagicLinkModule } from '../magic-link/magic-link.module';
import { OauthModule } from '../oauth/oauth.module';
import { RecoveryModule } from '../recovery/recovery.module';
import { SignUpModule } from '../sign-up/sign-up.module';
import { PeoplePageHandlers } from './people-page.handlers';
import { PeoplePages } from './people-pages.service';
import { SignUpFormPage } from './sign-up-form';

/** Pages on which people sign up, recover and set up. */
@Module({
  imports: [MagicLinkModule, OauthModule, RecoveryModule, SignUpModule],
  controllers: [PeoplePageHandlers],
  providers: [PeoplePages, SignUpFormPage],
})
export class PeoplePageModule {}
