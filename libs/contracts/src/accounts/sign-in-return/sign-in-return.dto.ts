import { IsOptional, IsString, Length, Matches, MaxLength } from 'class-validator';

const TEXT_CHARS_MAX = 8_192;
const NAME = /^[a-z][a-z0-9-]{0,31}$/;

/** Where a browser comes back from. */
export class ReturnTarget {
  /** `saml`, or the name of a provider. */
  @IsString() @Matches(NAME) provider!: string;
}

/** What a browser comes back with. */
export class ReturnQuery {
  /** Of a provider. */
  @IsOptional() @IsString() @Length(1, TEXT_CHARS_MAX) code?: string;
  /** Of a provider, as it was sent there. */
  @IsOptional() @IsString() @MaxLength(TEXT_CHARS_MAX) state?: string;
  /** The issuer that the provider named. */
  @IsOptional() @IsString() @MaxLength(TEXT_CHARS_MAX) iss?: string;
  /** Where the authorization continues. */
  @IsOptional() @IsString() @MaxLength(TEXT_CHARS_MAX) consent_url?: string;
  /** A one-time token for an app that has a page of its own. */
  @IsOptional() @IsString() @MaxLength(TEXT_CHARS_MAX) token?: string;
  /** Why the sign-in failed. */
  @IsOptional() @IsString() @MaxLength(TEXT_CHARS_MAX) error?: string;
  /** The same for people. */
  @IsOptional() @IsString() @MaxLength(TEXT_CHARS_MAX) error_description?: string;
}

/** Where the browser goes next. */
export class ReturnPage {
  /** Path of this origin. */
  location!: string;
}
