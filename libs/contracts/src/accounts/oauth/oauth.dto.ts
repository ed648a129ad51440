import { IsIn, IsOptional, IsString, MaxLength } from 'class-validator';

const TEXT_CHARS_MAX = 8_192;
const SHORT_CHARS_MAX = 512;

/** Circumstances of a request that the gateway tells. Callers cannot set them. */
export class OauthHeaders {
  /** Scheme, host and port that the caller reached. */
  reached?: string;
  /** Network of the caller, against guessing. */
  network?: string;
  /** Cookies of the authorization server. */
  cookies?: string;
  /** The header `Authorization` of a client. */
  authorization?: string;
}

/** Parameters of an authorization, as OAuth 2 and OpenID Connect define them. */
export class AuthorizationQuery {
  /** Always `code`. */
  @IsOptional() @IsString() @MaxLength(SHORT_CHARS_MAX) response_type?: string;
  /** The application. */
  @IsOptional() @IsString() @MaxLength(SHORT_CHARS_MAX) client_id?: string;
  /** Where the code goes: an address that the application registered. */
  @IsOptional() @IsString() @MaxLength(TEXT_CHARS_MAX) redirect_uri?: string;
  /**
   * Names of scopes, separated by spaces; unknown ones are ignored. Default `openid offline_access api:full_access`: an
   * application of others acts as its user with the last one only.
   */
  @IsOptional() @IsString() @MaxLength(TEXT_CHARS_MAX) scope?: string;
  /** Comes back with the code. Of web apps: base64 of a JSON object, in which `came_from` is their origin. */
  @IsOptional() @IsString() @MaxLength(TEXT_CHARS_MAX) state?: string;
  /** Comes back in the id token. */
  @IsOptional() @IsString() @MaxLength(TEXT_CHARS_MAX) nonce?: string;
  /** Hash of the verifier (PKCE), which every application sends. */
  @IsOptional() @IsString() @MaxLength(SHORT_CHARS_MAX) code_challenge?: string;
  /** Always `S256`. */
  @IsOptional() @IsString() @MaxLength(SHORT_CHARS_MAX) code_challenge_method?: string;
  /** How the code comes back. */
  @IsOptional() @IsIn(['query', 'fragment']) response_mode?: 'query' | 'fragment';
  /** `login` asks for the password again, `consent` for the consent, `none` for neither. */
  @IsOptional() @IsString() @MaxLength(SHORT_CHARS_MAX) prompt?: string;
  /** Seconds since the last check of the password after which it is asked for again; 0 always asks. */
  @IsOptional() @IsString() @MaxLength(SHORT_CHARS_MAX) max_age?: string;
  /** An earlier id token of the user who is expected. */
  @IsOptional() @IsString() @MaxLength(TEXT_CHARS_MAX) id_token_hint?: string;
  /** Mail address for the page of sign-in. */
  @IsOptional() @IsString() @MaxLength(SHORT_CHARS_MAX) login_hint?: string;
  /** Languages for pages; the browser's own counts. */
  @IsOptional() @IsString() @MaxLength(SHORT_CHARS_MAX) ui_locales?: string;
  /** The protected resource that the token is for: one of this deployment. */
  @IsOptional() @IsString() @MaxLength(TEXT_CHARS_MAX) resource?: string;
}

/** Names an authorization that continues. */
export class AuthorizationParams {
  /** Id of the authorization. */
  @IsString() @MaxLength(SHORT_CHARS_MAX) uid!: string;
}

/** What proves that a browser may continue an authorization. */
export class ContinuationQuery {
  /** From the address that ending the login led to. */
  @IsOptional() @IsString() @MaxLength(SHORT_CHARS_MAX) login_verifier?: string;
}

/** Where the browser goes next. */
export class BrowserStep {
  /** Path of this origin, or address of an application. */
  location!: string;
  /** Headers `Set-Cookie`. */
  cookies?: readonly string[];
}

/** A request for tokens, as OAuth 2 defines it. */
export class TokenRequest {
  /** `authorization_code`, `refresh_token` or `urn:ietf:params:oauth:grant-type:device_code`. */
  @IsOptional() @IsString() @MaxLength(SHORT_CHARS_MAX) grant_type?: string;
  /** Of an authorization. */
  @IsOptional() @IsString() @MaxLength(TEXT_CHARS_MAX) code?: string;
  /** As in the authorization. */
  @IsOptional() @IsString() @MaxLength(TEXT_CHARS_MAX) redirect_uri?: string;
  /** The application. */
  @IsOptional() @IsString() @MaxLength(SHORT_CHARS_MAX) client_id?: string;
  /** Of an application that has a secret; the header `Authorization: Basic` may have it instead. */
  @IsOptional() @IsString() @MaxLength(SHORT_CHARS_MAX) client_secret?: string;
  /** The text whose hash was the `code_challenge`. */
  @IsOptional() @IsString() @MaxLength(SHORT_CHARS_MAX) code_verifier?: string;
  /** The last refresh token; an older one ends the grant. */
  @IsOptional() @IsString() @MaxLength(TEXT_CHARS_MAX) refresh_token?: string;
  /** Fewer scopes than were granted. */
  @IsOptional() @IsString() @MaxLength(TEXT_CHARS_MAX) scope?: string;
  /** Of a device that waits for its user. */
  @IsOptional() @IsString() @MaxLength(TEXT_CHARS_MAX) device_code?: string;
  /** As in the authorization. */
  @IsOptional() @IsString() @MaxLength(TEXT_CHARS_MAX) resource?: string;
}

/** A token that is to end. */
export class TokenRevocation {
  /** An access token or refresh token of the application. */
  @IsOptional() @IsString() @MaxLength(TEXT_CHARS_MAX) token?: string;
  /** Ignored: tokens of both kinds differ. */
  @IsOptional() @IsString() @MaxLength(SHORT_CHARS_MAX) token_type_hint?: string;
  /** As in `TokenRequest`. */
  @IsOptional() @IsString() @MaxLength(SHORT_CHARS_MAX) client_id?: string;
  /** As in `TokenRequest`. */
  @IsOptional() @IsString() @MaxLength(SHORT_CHARS_MAX) client_secret?: string;
}

/** A request of a device without a browser. */
export class DeviceAuthorization {
  /** The application. */
  @IsOptional() @IsString() @MaxLength(SHORT_CHARS_MAX) client_id?: string;
  /** As in `TokenRequest`. */
  @IsOptional() @IsString() @MaxLength(SHORT_CHARS_MAX) client_secret?: string;
  /** As in `AuthorizationQuery`. */
  @IsOptional() @IsString() @MaxLength(TEXT_CHARS_MAX) scope?: string;
}

/** A JSON answer of the authorization server with its status. */
export class OauthAnswer {
  /** Status of HTTP. */
  status!: number;
  /** Further headers. */
  headers!: Readonly<Record<string, string>>;
  /** The JSON; absent where there is none. */
  body?: Readonly<Record<string, unknown>>;
}

/** Tokens of a user. */
export class GrantedTokens {
  /** A JWT that acts as the user, for half an hour. */
  access_token!: string;
  /** For the next tokens, once. */
  refresh_token?: string;
  /** Who signed in, for the application. */
  id_token?: string;
  /** Seconds until the access token expires. */
  expires_in!: number;
  /** What the user allowed. */
  scope?: string;
  /** Always `bearer`, in upper or lower case. */
  token_type!: string;
}

/** Who a user is. */
export class UserClaims {
  /** Id of the user. */
  sub!: string;
  /** For people; with the scope `profile`. */
  name?: string;
  /** Language, lower case; with the scope `profile`. */
  locale?: string;
  /** With the scope `email`. */
  email?: string;
  /** Always true; with the scope `email`. */
  email_verified?: boolean;
}

/** A JSON Web Key Set. */
export class PublishedKeys {
  /** Public keys; the `kid` of a token names one. */
  keys!: readonly Readonly<Record<string, unknown>>[];
}

/** Metadata of an authorization server, as RFC 8414 and OpenID Connect Discovery define it. */
export class ServerMetadata {
  /** The `iss` of tokens. */
  issuer!: string;
  [member: string]: unknown;
}

/** A refusal of the authorization server. */
export class OauthRefusal {
  /** Code of RFC 6749, such as `invalid_grant`. */
  error!: string;
  /** For developers. */
  error_description?: string;
}

/** Codes for a device and its user. */
export class DeviceCodes {
  /** For the device, which asks for tokens with it. */
  device_code!: string;
  /** For the user, to be typed on the page. */
  user_code!: string;
  /** Address of the page. */
  verification_uri!: string;
  /** The same with the code in it. */
  verification_uri_complete!: string;
  /** Seconds until both expire. */
  expires_in!: number;
}

/** A sign-out, as OpenID Connect defines it. */
export class SignOutQuery {
  /** The id token of who signs out; with it nobody is asked. */
  @IsOptional() @IsString() @MaxLength(TEXT_CHARS_MAX) id_token_hint?: string;
  /** Where the browser goes afterwards: an address that the application registered. */
  @IsOptional() @IsString() @MaxLength(TEXT_CHARS_MAX) post_logout_redirect_uri?: string;
  /** The application, where no token names it. */
  @IsOptional() @IsString() @MaxLength(SHORT_CHARS_MAX) client_id?: string;
  /** Comes back. */
  @IsOptional() @IsString() @MaxLength(TEXT_CHARS_MAX) state?: string;
}

/** The page of sign-out. */
export class SignOutPageQuery extends SignOutQuery {
  /** Whether it is done. */
  @IsOptional() @IsIn(['1']) done?: '1';
}

/** What the page of sign-out shows. */
export class SignOutPage {
  /** Whether the user is signed out. */
  isDone!: boolean;
  /** Fields that its form repeats. */
  fields!: Readonly<Record<string, string>>;
}

/** The page for codes of devices. */
export class DevicePageQuery {
  /** The code that the device shows. */
  @IsOptional() @IsString() @MaxLength(SHORT_CHARS_MAX) user_code?: string;
  /** What went wrong before. */
  @IsOptional() @IsString() @MaxLength(SHORT_CHARS_MAX) problem?: string;
  /** Whether the device has what it waited for. */
  @IsOptional() @IsIn(['1']) done?: '1';
}

/** What that page shows. */
export class DevicePage {
  /** It asks for the code, for consent to connect the device, or says that it is connected. */
  step!: 'input' | 'confirm' | 'done';
  /** Whether no device waits with the code. */
  isWrong!: boolean;
  /** Name of the application on the device. */
  client?: string;
  /** The code as the device shows it. */
  code?: string;
  /** Proof that the page was shown. */
  xsrf?: string;
  /** Headers `Set-Cookie`. */
  cookies?: readonly string[];
}

/** The form of that page. */
export class DeviceDecision {
  /** As shown. */
  @IsString() @MaxLength(SHORT_CHARS_MAX) user_code!: string;
  /** As shown. */
  @IsString() @MaxLength(SHORT_CHARS_MAX) xsrf!: string;
  /** Present: the device gets nothing. */
  @IsOptional() @IsString() @MaxLength(SHORT_CHARS_MAX) abort?: string;
}

/** The page with a token. */
export class TokenPageQuery {
  /** Always `token`. */
  @IsOptional() @IsIn(['token']) display?: 'token';
  /** Not supported: an address is no place for tokens. */
  @IsOptional() @IsIn([]) redirect?: string;
  /** Of the sign-in that led here; nobody needs it. */
  @IsOptional() @IsString() @MaxLength(TEXT_CHARS_MAX) code?: string;
  /** As above. */
  @IsOptional() @IsString() @MaxLength(TEXT_CHARS_MAX) state?: string;
  /** As above. */
  @IsOptional() @IsString() @MaxLength(TEXT_CHARS_MAX) iss?: string;
  /** Why the sign-in failed. */
  @IsOptional() @IsString() @MaxLength(SHORT_CHARS_MAX) error?: string;
  /** The same for people. */
  @IsOptional() @IsString() @MaxLength(TEXT_CHARS_MAX) error_description?: string;
}

/** What that page shows. */
export class TokenPage {
  /** Where the browser signs in first. */
  location?: string;
  /** An access token of the user. */
  token?: string;
  /** When it expires, ISO 8601. */
  expires?: string;
}
