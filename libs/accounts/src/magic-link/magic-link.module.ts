import { busFor } from '@lectern/bus';
import { acceptInvitation } from '@lectern/contracts/knowledge-box';
import { Module } from '@nestjs/common';
import { MagicLinks } from './magic-links';

/** Links of mails. */
@Module({ providers: [busFor({ calls: [acceptInvitation] }), MagicLinks], exports: [MagicLinks] })
export class MagicLinkModule {}
