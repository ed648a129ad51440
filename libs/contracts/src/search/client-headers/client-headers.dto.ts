import { IsIn } from 'class-validator';

/** Kinds of clients. */
export const clientTypes = ['api', 'widget', 'web', 'dashboard', 'desktop', 'chrome_extension'] as const;
/** A kind of client. */
export type ClientType = (typeof clientTypes)[number];

/** What asks. */
export class ClientHeaders {
  /** Kind of the client, for the activity log. */
  @IsIn(clientTypes) 'x-kbdb-client': ClientType = 'api';
}
