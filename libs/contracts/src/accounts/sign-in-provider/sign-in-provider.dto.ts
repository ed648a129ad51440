import { IsOptional, IsString, Length, Matches, MaxLength } from 'class-validator';

const NAME = /^[a-z][a-z0-9-]{0,31}$/;
const URL_CHARS_MAX = 2_048;
const ORIGIN = /^https?:\/\/[^\s/?#]+\/?$/;
const CHALLENGE_CHARS_MAX = 4_096;
const CODE_CHARS_MAX = 4_096;
const ATTEMPT_CHARS_MAX = 256;

/** A place where people sign in. */
export class SignInProviderTarget {
  /** `google`, `github`, `microsoft`, or a name that the deployment chose. */
  @IsString() @Matches(NAME) provider!: string;
}

/** Places where people sign in. */
export class SignInProviderList {
  /** In the order of the settings. */
  providers!: readonly {
    /** In addresses. */
    readonly name: string;
    /** For people. */
    readonly title: string;
  }[];
}

/** A sign-in that begins. */
export class ProviderStart {
  /** Origin of the app that the browser returns to; by default this host. */
  @IsOptional() @IsString() @MaxLength(URL_CHARS_MAX) @Matches(ORIGIN) came_from?: string;
  /** Challenge of the authorization that the sign-in is for. */
  @IsOptional() @IsString() @Length(1, CHALLENGE_CHARS_MAX) login_challenge?: string;
}

/** The sign-in that an answer ends. */
export class ProviderAttempt {
  /** In the address `login_url` of the state; counts once, for ten minutes. */
  @IsString() @Length(1, ATTEMPT_CHARS_MAX) attempt!: string;
}

/** What a browser came back from a provider with. */
export class ProviderAnswer {
  /** The code that the provider gave. */
  @IsString() @Length(1, CODE_CHARS_MAX) code!: string;
  /** As at the start; the one of the start counts, and another one is refused. */
  @IsOptional() @IsString() @Length(1, CHALLENGE_CHARS_MAX) login_challenge?: string;
  /** The issuer that the provider named, if it did. */
  @IsOptional() @IsString() @MaxLength(URL_CHARS_MAX) iss?: string;
}

/** A completed sign-in: tokens, or where the authorization continues. */
export class ProviderSignIn {
  /** For the header `Authorization`; absent with a challenge. */
  access_token?: string;
  /** For new ones, once; absent with a challenge. */
  refresh_token?: string;
  /** Where the authorization continues; with a challenge only. */
  consent_url?: string;
}
