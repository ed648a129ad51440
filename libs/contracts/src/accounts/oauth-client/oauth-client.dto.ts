import { IsOptional, IsString, MaxLength } from 'class-validator';
import { ListOf } from '../../validation/decorators';
import { text } from '../../validation/node';

const URL_CHARS_MAX = 2_048;
const NAME_CHARS_MAX = 256;
const LIST_MAX = 50;
const urls = text({ maxLength: URL_CHARS_MAX });
const names = text({ maxLength: NAME_CHARS_MAX });

/** What an application says of itself (RFC 7591). Other members are ignored. */
export class ClientRegistration {
  /** Of an update: as registered. */
  @IsOptional() @IsString() @MaxLength(NAME_CHARS_MAX) client_id?: string;
  /** Of an update: as registered. */
  @IsOptional() @IsString() @MaxLength(NAME_CHARS_MAX) client_secret?: string;
  /** Name for the page of consent. */
  @IsOptional() @IsString() @MaxLength(NAME_CHARS_MAX) client_name?: string;
  /** Home page. */
  @IsOptional() @IsString() @MaxLength(URL_CHARS_MAX) client_uri?: string;
  /** Picture; pages show none. */
  @IsOptional() @IsString() @MaxLength(URL_CHARS_MAX) logo_uri?: string;
  /** Rules of data protection. */
  @IsOptional() @IsString() @MaxLength(URL_CHARS_MAX) policy_uri?: string;
  /** Terms of service. */
  @IsOptional() @IsString() @MaxLength(URL_CHARS_MAX) tos_uri?: string;
  /** `web`, or `native` for programs on the machine of the user. */
  @IsOptional() @IsString() @MaxLength(NAME_CHARS_MAX) application_type?: string;
  /** Where codes may go. */
  @IsOptional() @ListOf(urls, { max: LIST_MAX }) redirect_uris?: string[];
  /** Where browsers may go after a sign-out. */
  @IsOptional() @ListOf(urls, { max: LIST_MAX }) post_logout_redirect_uris?: string[];
  /** `authorization_code` and, for refresh tokens, `refresh_token`, which are the default; for devices their own. */
  @IsOptional() @ListOf(names, { max: LIST_MAX }) grant_types?: string[];
  /** `code`. */
  @IsOptional() @ListOf(names, { max: LIST_MAX }) response_types?: string[];
  /** People to write to. */
  @IsOptional() @ListOf(names, { max: LIST_MAX }) contacts?: string[];
  /** Scopes that it may ask for, separated by spaces. */
  @IsOptional() @IsString() @MaxLength(URL_CHARS_MAX) scope?: string;
  /** `none`, `client_secret_basic` or `client_secret_post`. */
  @IsOptional() @IsString() @MaxLength(NAME_CHARS_MAX) token_endpoint_auth_method?: string;
  /** Name of the software. */
  @IsOptional() @IsString() @MaxLength(NAME_CHARS_MAX) software_id?: string;
  /** Version of the software. */
  @IsOptional() @IsString() @MaxLength(NAME_CHARS_MAX) software_version?: string;
}

/** A registered application. */
export class RegisteredClient extends ClientRegistration {
  /** When it was registered, Unix seconds. */
  client_id_issued_at?: number;
  /** 0: never. */
  client_secret_expires_at?: number;
  /** For changes of the registration; shown once. */
  registration_access_token?: string;
  /** Where the registration is changed. */
  registration_client_uri?: string;
  [member: string]: unknown;
}

/** Names a registered application. */
export class ClientParams {
  /** Id of the application. */
  @IsString() @MaxLength(NAME_CHARS_MAX) client_id!: string;
}
