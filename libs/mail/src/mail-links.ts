import { deployment, readConfig } from '@lectern/config';
import { AppError } from '@lectern/contracts/core';
import { mailConfig } from './mail.config';

/** Where links of mails may lead: only to addresses in the settings of the deployment or a box, never of a request. */
export class MailLinks {
  /** Origin of the zone, where tokens of mails are accepted. */
  readonly zone: string;
  private readonly origins: ReadonlySet<string>;

  constructor() {
    const { publicUrl, zone } = deployment();
    this.zone = zone.origin;
    this.origins = new Set([publicUrl, zone.origin, ...readConfig(mailConfig).MAIL_LINK_ORIGINS].map(addressOrigin));
  }

  /**
   * The origin of a dashboard, as a mail links to it.
   *
   * @param allowed origins of the knowledge box
   * @throws AppError `invalid_request` for one that nobody has configured
   */
  dashboard(address: string, allowed: readonly string[] | null): string {
    const origin = addressOrigin(address);
    if (this.origins.has(origin) || allowed?.some((one) => addressOrigin(one) === origin)) return origin;
    const remedy = 'add it to allowed_origins of the knowledge box, or to MAIL_LINK_ORIGINS';
    throw new AppError('invalid_request', `Mails may not link to came_from, ${origin}: ${remedy}`);
  }
}

/** In one spelling. Another text stays as it is, and equals no address. */
function addressOrigin(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : address;
}
