import { EgressModule } from '@lectern/egress';
import { Module } from '@nestjs/common';
import { Captcha } from './captcha';

/** Captchas of pages that anyone may open. */
@Module({ imports: [EgressModule], providers: [Captcha], exports: [Captcha] })
export class CaptchaModule {}
